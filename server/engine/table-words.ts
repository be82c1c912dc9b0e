import { type Language, quantity } from '../text.ts'

/** Units that end the name of a column: `superficie_m2`, `radiacion_kwh_m2`. */
const units: Readonly<Record<string, string>> = {
  ...{ mm: 'mm', m: 'm', mm2: 'mm²', m2: 'm²', m3: 'm³', w: 'W', kw: 'kW', kwh: 'kWh', v: 'V', mj: 'MJ', mhz: 'MHz', pct: '%', ppm: 'ppm' },
  ...{ kwh_m2: 'kWh/m²', mj_m2: 'MJ/m²', w_m2: 'W/m²', mg_l: 'mg/l', meses: 'meses', horas: 'horas', dias: 'días', anos: 'años' },
}

/** Names of quantities that are not followed by a unit: `gamma_m` is a factor. */
const symbols = new Set(['gamma', 'rho', 'alfa', 'beta', 'delta'])

/** Words that the sources write without accents, besides those in -ción and -sión. */
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'acústica aérea almacén ámbito ángulo área árido automática básico búsqueda cámara característica categoría código cuantía diámetro diámetros día días ' +
    'eléctricas específico espesor estación fábrica geotécnica geotécnico higrometría hormigón índice instantánea itinerario ligero límite máxima máximas ' +
    'máximo máximos mecánica mecánico metálica mínima mínimo mínimos módulos mortero número óptico orientativa parámetro perímetro período próxima público ' +
    'régimen según sólidos sótano subterránea tecnología teóricos térmica término típica único útil vehículo vestíbulo años'
  )
    .split(' ')
    .map((word) => [word.normalize('NFD').replace(/\p{M}/gu, ''), word])
    .filter(([plain, word]) => plain !== word),
)

/** The heading of a column in words: `superficie_m2` is «superficie (m²)», `>6 & <=13` is «> 6 y ≤ 13». */
export function headingText(column: string): string {
  if (isRange(column)) return rangeText(column)
  if (column === 'true') return 'sí'
  if (column === 'false') return 'no'
  const parts = column.split('_')
  const length = [2, 1].find((count) => parts.length > count && units[parts.slice(-count).join('_').toLowerCase()] !== undefined) ?? 0
  const unit = length === 0 || symbols.has(parts[0] ?? '') ? undefined : units[parts.slice(-length).join('_').toLowerCase()]
  const words = codeText(unit === undefined ? column : parts.slice(0, -length).join('_'))
  return unit === undefined ? words : `${words} (${unit})`
}

/** A cell in words: figures with the signs of the language, codes and truth values as words. Text stays as it is. */
export function cellText(cell: string, language: Language): string {
  if (/^-?\d+(\.\d+)?$/.test(cell)) return quantity(cell, '', language)
  if (cell === '*') return 'cualquiera'
  if (cell === 'true') return 'sí'
  if (cell === 'false') return 'no'
  if (isRange(cell)) return rangeText(cell)
  return /^[\wáéíóúüñ]+([_|][\wáéíóúüñ]+)+$/u.test(cell) ? codeText(cell) : cell
}

function codeText(code: string): string {
  return code
    .split('|')
    .map((one) => one.split('_').map(accented).join(' '))
    .join(' o ')
}

function accented(word: string): string {
  return accents[word] ?? word.replace(/([cs])ion$/, '$1ión')
}

/** True for the bounds of a row or column: `<=15`, `>15 & <=28`. */
function isRange(text: string): boolean {
  return /^[<>]=?\s*-?[\d.]+(\s*&\s*[<>]=?\s*-?[\d.]+)?$/.test(text)
}

function rangeText(range: string): string {
  return range
    .replace(/\s*&\s*/g, ' y ')
    .replace(/<=\s*/g, '≤ ')
    .replace(/>=\s*/g, '≥ ')
    .replace(/([<>])\s*(?=[\d-])/g, '$1 ')
    .replace(/(\d)\.(\d)/g, '$1,$2')
}
