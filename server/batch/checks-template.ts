import type { Dimensions } from '../engine/condition.ts'
import { mayBeGiven } from '../engine/context.ts'
import type { Dimension } from '../engine/schema.ts'
import type { Language, Text } from '../errors/language.ts'
import { checksSheet } from './sheet.ts'
import type { SheetToWrite } from './write-xlsx.ts'

interface TemplateColumn {
  readonly heading: string
  readonly example: string | number
  readonly width: number
  readonly explanation: Text
}

const columns: readonly TemplateColumn[] = [
  {
    heading: 'Elemento',
    example: 'cubierta plana',
    width: 24,
    explanation: {
      es: 'Obligatoria. Qué se comprueba: cubierta plana, escalera, muro exterior…',
      en: 'Required. What is checked, in Spanish: cubierta plana, escalera, muro exterior…',
    },
  },
  {
    heading: 'Parámetro',
    example: 'transmitancia térmica',
    width: 24,
    explanation: {
      es: 'Obligatoria. La magnitud que se mide: transmitancia térmica, anchura, huella…',
      en: 'Required. The quantity that is measured, in Spanish: transmitancia térmica, anchura, huella…',
    },
  },
  {
    heading: 'Valor',
    example: 0.3,
    width: 10,
    explanation: {
      es: 'Obligatoria. Un número, o una clase. No use el formato de porcentaje: para 5 % escriba 5 y la unidad %',
      en: 'Required. A number, or a class. Do not use the percentage format: for 5 % write 5 and the unit %',
    },
  },
  { heading: 'Unidad', example: 'W/m²K', width: 10, explanation: { es: 'Obligatoria. W/m²K, cm, m, %, dB…', en: 'Required. W/m²K, cm, m, %, dB…' } },
  {
    heading: 'Lugar',
    example: 'Madrid',
    width: 16,
    explanation: {
      es: 'El municipio, por su nombre o su código del INE. En un proyecto vale el del proyecto',
      en: 'The municipality, by its name or its INE code. In a project that of the project holds',
    },
  },
  {
    heading: 'Código',
    example: 'cte-db-he',
    width: 14,
    explanation: {
      es: 'Las normas con que se compara, separadas por comas. Vacía: todas',
      en: 'The regulations to compare with, separated by commas. Empty: all',
    },
  },
  {
    heading: 'Uso',
    example: '',
    width: 20,
    explanation: {
      es: 'Una condición. Puede añadir una columna por cada condición de la lista de abajo',
      en: 'A condition. You can add a column for each condition in the list below',
    },
  },
  { heading: 'Intervención', example: '', width: 16, explanation: { es: 'Otra condición', en: 'Another condition' } },
  {
    heading: 'Origen',
    example: 'Memoria',
    width: 20,
    explanation: {
      es: 'De dónde sale el valor: plano, memoria, ficha del fabricante…',
      en: 'Where the value comes from: drawing, report, data sheet…',
    },
  },
  { heading: 'Observaciones', example: 'Fila de ejemplo: sustitúyala', width: 32, explanation: { es: 'Lo que quiera anotar', en: 'Your own notes' } },
]

/** Most values of a condition that the explanations list. */
const mostValues = 40

/** A table of checks to fill in: a sheet with headings and one example, and a sheet that explains each column and condition. */
export function checksTemplate({ byId }: Dimensions, language: Language): SheetToWrite[] {
  const conditions = [...byId.values()]
    .filter(mayBeGiven)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((dimension) => [dimension.id, explained(dimension, language)])
  const words = { es: ['Explicación', 'Columna', 'Qué se escribe'], en: ['Explanation', 'Column', 'What to write'] }[language]
  const [name = '', ...headings] = words
  return [
    {
      name: checksSheet,
      rows: [columns.map(({ heading }) => heading), columns.map(({ example }) => example)],
      widths: columns.map(({ width }) => width),
    },
    { name, rows: [headings, ...columns.map(({ heading, explanation }) => [heading, explanation[language]]), ...conditions], widths: [28, 110] },
  ]
}

function explained({ label, type, unit, values }: Dimension, language: Language): string {
  const expected = {
    number: { es: `un número${unit === undefined ? '' : ` en ${unit}`}`, en: `a number${unit === undefined ? '' : ` in ${unit}`}` },
    boolean: { es: 'sí o no', en: 'sí or no' },
    enum: { es: listed(values), en: listed(values) },
  }[type]
  return { es: `Condición «${label}»: ${expected.es}`, en: `Condition "${label}": ${expected.en}` }[language]
}

function listed(values: Dimension['values']): string {
  return `${values
    .slice(0, mostValues)
    .map(({ label }) => label)
    .join('; ')}${values.length > mostValues ? '…' : ''}`
}
