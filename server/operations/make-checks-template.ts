import { z } from 'zod'
import { checksTemplate } from '../batch/checks-template.ts'
import { writeXlsx, xlsxType } from '../batch/write-xlsx.ts'
import { fileOperation } from './operation.ts'

/** Makes an empty table of checks to fill in, which `readChecks` and `plomada batch` read. */
export const makeChecksTemplate = fileOperation({
  method: 'GET',
  path: '/api/v1/comprobaciones/plantilla',
  scope: 'read',
  tag: 'projects',
  summary: 'A spreadsheet for checks, to fill in',
  description:
    'An .xlsx (the default) with headings and one example row; a second sheet explains each column and condition. As JSON: the same cells. `POST /comprobaciones/tabla` reads the file once it is filled in.',
  input: z.strictObject({}),
  output: z.object({
    sheets: z.array(
      z.object({
        name: z.string(),
        rows: z.array(z.array(z.union([z.string(), z.number()]))),
        widths: z.array(z.number()).meta({ description: 'Width of each column in characters' }),
      }),
    ),
  }),
  files: { xlsx: { type: xlsxType, name: () => 'plantilla de comprobaciones.xlsx', write: ({ sheets }) => writeXlsx(sheets) } },
  problems: [],
  // Its answer lists every condition: too long for the document of the API.
  examples: {},
  run({ kb, language }) {
    const sheets = checksTemplate(kb.book.dimensions, language)
    return { sheets: sheets.map(({ name, rows, widths }) => ({ name, rows: rows.map((row) => [...row]), widths: [...widths] })) }
  },
})
