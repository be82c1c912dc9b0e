import { z } from 'zod'
import { mostSheetBytes, readSheet } from '../batch/read-sheet.ts'
import { sheetTable } from '../batch/sheet-table.ts'
import { meaningOf, type TableRow, tableReader } from '../batch/table.ts'
import type { Column } from '../batch/table-headings.ts'
import type { Language, Text } from '../errors/language.ts'
import { ServiceError, shownError } from '../errors/service-error.ts'
import { documentedAs } from './documented-as.ts'
import { mostBytesOfChecks } from './fields.ts'
import { type Context, operation } from './operation.ts'
import { placeNamer } from './place-namer.ts'
import { mostChecks, type ProjectCheck, projectCheck } from './project-schema.ts'

/** A check as a row of a table states it. */
export const rowCheck = projectCheck.omit({ id: true, element_id: true, part: true }).extend({ element: z.string().min(1).max(120) })

/** Most lines of a text, including blank ones: enough for all rows, with room for cells of several lines. */
const mostLines = 100 * mostChecks

/** Largest body in bytes: a spreadsheet of the largest size as base64 in JSON. */
const mostBodyBytes = Math.ceil((mostSheetBytes * 4) / 3) + 64 * 1024

const line = z.int().min(1).meta({ description: 'Line of the text where the row begins, or row of the sheet' })

const tableRow = z.union([
  z.object({
    line,
    check: documentedAs<Omit<ProjectCheck, 'id' | 'element_id' | 'part'>>(rowCheck, 'output'),
    geo_id: z.string().optional().meta({ description: 'The place, if the row names one' }),
  }),
  z.object({
    line,
    errors: z
      .array(
        z.object({
          field: z.string().meta({ description: '`value`, `context.uso` …; empty for the whole row' }),
          cell: z.string().optional().meta({ description: 'The cell of the spreadsheet: `C7`' }),
          detail: z.string(),
        }),
      )
      .min(1),
  }),
])

const output = z.object({
  rows: z.array(tableRow),
  columns: z.array(z.object({ heading: z.string(), field: z.string() })).meta({ description: 'Recognised columns and the field of each' }),
  unknown_columns: z.array(z.string()),
  sheet: z
    .object({
      name: z.string(),
      hidden_rows: z.array(z.int()).meta({ description: 'Rows with content that were not read, because they are hidden' }),
    })
    .optional()
    .meta({ description: 'The sheet that was read' }),
})

/** Reads a table of checks: a text, as pasted from a spreadsheet, or a spreadsheet. Nothing is verified or stored. */
export const readChecks = operation({
  method: 'POST',
  path: '/api/v1/comprobaciones/tabla',
  mostBodyBytes,
  scope: 'read',
  tag: 'projects',
  summary: 'Read checks from a table',
  description:
    'The first line names the columns, in Spanish or English: elemento, parámetro, valor, unidad; optionally lugar, código, origen, observaciones and any condition by its name or label. Cells are separated by `;`, `,` or tab; decimals by comma or point. A row with an error has `errors` and does not affect the others. A number that can be read in two ways (`1.234`) is an error. `file` takes an .xlsx or .ods instead of `text`: its sheet `Comprobaciones`, else the first one. Numbers are those of the cells; hidden rows and titles over merged cells are not read.',
  input: z.strictObject({
    text: z.string().min(1).max(mostBytesOfChecks).optional().meta({ description: 'The table as text' }),
    file: z
      .string()
      .min(1)
      .max(mostBodyBytes)
      .optional()
      .meta({ description: 'An .xlsx or .ods file of at most 10 MB, instead of `text`', contentEncoding: 'base64' }),
  }),
  output,
  problems: ['sheet-refused'],
  examples: {
    spanish: {
      text: 'Elemento;Parámetro;Valor;Unidad;Uso;Origen\ncubierta plana;transmitancia térmica;0,33;W/m²K;residencial privado;Memoria\ncubierta plana;transmitancia térmica;;W/m²K;;\n',
    },
  },
  run(context, { text, file }) {
    if (file !== undefined && text === undefined) return readFile(context, Buffer.from(file, 'base64'))
    if (text !== undefined && file === undefined) return readText(context, text)
    throw new ServiceError(
      'validation',
      { es: 'Envíe «text» o «file», uno de los dos', en: 'Send "text" or "file", one of them' },
      {
        errors: [
          {
            pointer: '/text',
            code: 'one-of',
            detail: { es: 'se espera «text» o «file», uno de los dos', en: 'expected "text" or "file", one of them' },
          },
        ],
      },
    )
  },
})

function readText({ kb, language, parse }: Context, text: string): z.input<typeof output> {
  const table = tableReader({ dimensions: kb.book.dimensions, placeNamed: placeNamer(kb) })
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.length > mostLines) throw tooMany('/text', lines.length, mostLines, { es: 'líneas', en: 'lines' })
  const rows = [...lines.flatMap((one) => table.push(one)), ...table.end()]
  if (rows.length > mostChecks) throw tooMany('/text', rows.length, mostChecks, { es: 'filas', en: 'rows' })
  return {
    rows: rows.map((row) => rowBody(row, language, parse)),
    columns: columnBodies(table.columns()),
    unknown_columns: [...table.unknownColumns()],
  }
}

function readFile({ kb, language, parse }: Context, bytes: Uint8Array): z.input<typeof output> {
  const sheet = readSheet(bytes)
  const table = sheetTable(sheet, { dimensions: kb.book.dimensions, placeNamed: placeNamer(kb) })
  if (table.count > mostChecks) throw tooMany('/file', table.count, mostChecks, { es: 'filas', en: 'rows' })
  const rows = Array.from(table.rows(), (row) => rowBody(row, language, parse))
  return {
    rows: rows.map((row) =>
      'errors' in row ? { ...row, errors: row.errors.map((one) => ({ cell: table.cellOf(one.field, row.line), ...one })) } : row,
    ),
    columns: columnBodies(table.columns),
    unknown_columns: [...table.unknownColumns],
    sheet: { name: sheet.name, hidden_rows: [...table.hiddenRows] },
  }
}

function tooMany(pointer: '/text' | '/file', count: number, most: number, what: Text): ServiceError {
  return new ServiceError(
    'validation',
    { es: `Son ${count} ${what.es}: caben ${most}`, en: `There are ${count} ${what.en}: ${most} fit` },
    {
      errors: [{ pointer, code: 'too-big', detail: { es: `se esperan como máximo ${most} ${what.es}`, en: `expected at most ${most} ${what.en}` } }],
    },
  )
}

function columnBodies(columns: readonly Column[]): { heading: string; field: string }[] {
  return columns.flatMap((column) => {
    const field = meaningOf(column)
    return field === undefined ? [] : [{ heading: column.heading, field }]
  })
}

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
