import type { Language, Text } from '../errors/language.ts'
import { type Border, figureText, heatLoss, type KInput, noK } from './k-inputs.ts'

const heads: readonly Text[] = [
  { es: 'Elemento', en: 'Element' },
  { es: 'Composición', en: 'Construction' },
  { es: 'Linda con', en: 'Borders on' },
  { es: 'Área bruta m²', en: 'Gross area m²' },
  { es: 'Área neta m²', en: 'Net area m²' },
  { es: 'U W/m²K', en: 'U W/m²K' },
  { es: 'A·U W/K', en: 'A·U W/K' },
]
/** The columns from here on are figures. */
const firstFigure = 3

/** The inputs of K as the lines of a table: each element with its areas and its transmittance, then what is missing. */
export function kInputsLines(inputs: readonly KInput[], zone: string, language: Language): string[] {
  const say = (text: Text): string => text[language]
  const place = zone === '' ? say({ es: 'sin determinar', en: 'not known' }) : zone
  const rows = [heads.map(say), ...inputs.map((input) => cells(input, say))]
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  return [
    `  ${say({ es: 'Zona climática', en: 'Climate zone' })}: ${place}`,
    ...(inputs.length === 0
      ? []
      : rows.map((row) => `  ${row.map((cell, column) => padded(cell, column, widths[column] ?? 0)).join('  ')}`.trimEnd())),
    ...unknownAreas(inputs, say),
    `  ${say(sumText(inputs))}`,
    `  ${say(noK)}`,
  ]
}

function cells({ name, construction, border, area, transmittance }: KInput, say: (text: Text) => string): string[] {
  const isKnown = transmittance !== undefined && 'value' in transmittance
  const loss = heatLoss({ area, transmittance })
  const areas = 'net' in area ? [figureText(area.gross), figureText(area.net)] : Array<string>(2).fill(say({ es: 'sin determinar', en: 'not known' }))
  const figures = [isKnown ? figureText(transmittance.value.ceil(4).valueOf(), 4) : '—', loss === undefined ? '—' : figureText(loss)]
  return [name, construction, say(borderText(border)), ...areas, ...figures]
}

function borderText(border: Border): Text {
  if (border.kind === 'air') return { es: 'aire exterior', en: 'outside air' }
  if (border.kind === 'ground') return { es: 'terreno', en: 'ground' }
  return { es: `espacio ${border.name}`, en: `space ${border.name}` }
}

function padded(cell: string, column: number, width: number): string {
  const space = ' '.repeat(Math.max(0, width - [...cell].length))
  return column < firstFigure ? cell + space : space + cell
}

function unknownAreas(inputs: readonly KInput[], say: (text: Text) => string): string[] {
  const names = new Map<string, string[]>()
  for (const { name, area } of inputs) {
    if (!('unknown' in area)) continue
    const reason = say(area.unknown)
    const own = names.get(reason) ?? []
    own.push(name)
    names.set(reason, own)
  }
  return [...names].map(([reason, own]) => `  ${say({ es: 'Área sin determinar', en: 'Area not known' })}: ${reason}: ${own.join(', ')}`)
}

/** The sum over what borders on outside air, only if nothing of it is missing. */
function sumText(inputs: readonly KInput[]): Text {
  const outside = inputs.filter(({ border }) => border.kind === 'air')
  const losses = outside.flatMap((input) => heatLoss(input) ?? [])
  const lacking = outside.length - losses.length
  if (outside.length === 0) return { es: 'Nada linda con el aire exterior', en: 'Nothing borders on outside air' }
  if (lacking > 0)
    return {
      es: `Con el aire exterior: sin sumar, falta el área o la transmitancia en ${lacking} de ${outside.length} elementos`,
      en: `On outside air: not added up, area or transmittance is missing for ${lacking} of ${outside.length} elements`,
    }
  const area = outside.reduce((sum, { area: own }) => sum + ('net' in own ? own.net : 0), 0)
  const loss = losses.reduce((sum, one) => sum + one, 0)
  return {
    es: `Con el aire exterior: A = ${figureText(area)} m², suma de A·U = ${figureText(loss)} W/K`,
    en: `On outside air: A = ${figureText(area)} m², sum of A·U = ${figureText(loss)} W/K`,
  }
}
