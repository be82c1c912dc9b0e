import { z } from 'zod'
import { meaningOf, type TableRow, tableReader } from '../batch/table.ts'
import type { Language } from '../errors/language.ts'
import { ServiceError, shownError } from '../errors/service-error.ts'
import { documentedAs } from './documented-as.ts'
import { mostBytesOfChecks } from './fields.ts'
import { type Context, operation } from './operation.ts'
import { placeNamer } from './place-namer.ts'
import { mostChecks, type ProjectCheck, projectCheck } from './project-schema.ts'

const rowCheck = projectCheck.omit({ id: true })

/** Most lines of a text, including blank ones: enough for all rows, with room for cells of several lines. */
const mostLines = 100 * mostChecks

const line = z.int().min(1).meta({ description: 'Line of the text where the row begins' })

const tableRow = z.union([
  z.object({
    line,
    check: documentedAs<Omit<ProjectCheck, 'id'>>(rowCheck, 'output'),
    geo_id: z.string().optional().meta({ description: 'The place, if the row names one' }),
  }),
  z.object({
    line,
    errors: z
      .array(z.object({ field: z.string().meta({ description: '`value`, `context.uso` …; empty for the whole row' }), detail: z.string() }))
      .min(1),
  }),
])

/** Reads a table of checks, pasted from a spreadsheet or from a file. Nothing is verified or stored. */
export const readChecks = operation({
  method: 'POST',
  path: '/api/v1/comprobaciones/tabla',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'read',
  tag: 'projects',
  summary: 'Read checks from a table',
  description:
    'The first line names the columns, in Spanish or English: elemento, parámetro, valor, unidad; optionally lugar, código, origen, observaciones and any condition by its name or label. Cells are separated by `;`, `,` or tab; decimals by comma or point. A row with an error has `errors` and does not affect the others. A number that can be read in two ways (`1.234`) is an error.',
  input: z.strictObject({
    text: z.string().min(1).max(mostBytesOfChecks),
  }),
  output: z.object({
    rows: z.array(tableRow),
    columns: z.array(z.object({ heading: z.string(), field: z.string() })).meta({ description: 'Recognised columns and the field of each' }),
    unknown_columns: z.array(z.string()),
  }),
  problems: [],
  examples: {
    spanish: {
      text: 'Elemento;Parámetro;Valor;Unidad;Uso;Origen\ncubierta plana;transmitancia térmica;0,33;W/m²K;residencial privado;Memoria\ncubierta plana;transmitancia térmica;;W/m²K;;\n',
    },
  },
  run({ kb, language, parse }, { text }) {
    const table = tableReader({ dimensions: kb.book.dimensions, placeNamed: placeNamer(kb) })
    const lines = text.split(/\r\n|\r|\n/)
    if (lines.length > mostLines)
      throw new ServiceError(
        'validation',
        { es: `Son ${lines.length} líneas: caben ${mostLines}`, en: `There are ${lines.length} lines: ${mostLines} fit` },
        {
          errors: [
            {
              pointer: '/text',
              code: 'too-big',
              detail: { es: `se esperan como máximo ${mostLines} líneas`, en: `expected at most ${mostLines} lines` },
            },
          ],
        },
      )
    const rows = [...lines.flatMap((one) => table.push(one)), ...table.end()]
    if (rows.length > mostChecks)
      throw new ServiceError(
        'validation',
        { es: `Son ${rows.length} filas: caben ${mostChecks}`, en: `There are ${rows.length} rows: ${mostChecks} fit` },
        {
          errors: [
            {
              pointer: '/text',
              code: 'too-big',
              detail: { es: `se esperan como máximo ${mostChecks} filas`, en: `expected at most ${mostChecks} rows` },
            },
          ],
        },
      )
    const columns = table.columns()
    return {
      rows: rows.map((row) => rowBody(row, language, parse)),
      columns: columns.flatMap((column) => {
        const field = meaningOf(column)
        return field === undefined ? [] : [{ heading: column.heading, field }]
      }),
      unknown_columns: [...table.unknownColumns()],
    }
  },
})

/** The body of a row: its check in the form that projects take, or its errors. */
function rowBody({ line, reading }: TableRow, language: Language, parse: Context['parse']): z.input<typeof tableRow> {
  if ('errors' in reading) return { line, errors: reading.errors.map(({ field, detail }) => ({ field, detail: detail[language] })) }
  try {
    const check = parse(rowCheck, reading.check, 'query')
    return { line, check, ...(reading.geo_id === undefined ? {} : { geo_id: reading.geo_id }) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { line, errors: (error.extras.errors ?? []).map((one) => ({ field: one.pointer, detail: shownError(one, language).detail })) }
  }
}
