/** Units that end the name of a column: `superficie_m2`; two of them are one over the other: `radiacion_kwh_m2`. */
const units: Readonly<Record<string, string>> = {
  ...{ mm: 'mm', m: 'm', mm2: 'mm²', m2: 'm²', m3: 'm³', w: 'W', kw: 'kW', kwh: 'kWh', v: 'V', mj: 'MJ', mhz: 'MHz', pct: '%', ppm: 'ppm' },
  ...{ mg: 'mg', l: 'l', meses: 'meses', horas: 'horas', dias: 'días', anos: 'años' },
}

/** Names of quantities that are not followed by a unit: `gamma_m` is a factor. */
const symbols = new Set(['gamma', 'rho', 'alfa', 'beta', 'delta'])

/** Words that the sources write without accents, besides those in -ción and -sión. */
const accents: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'acústica aérea almacén ángulo antigüedad área árido automática básico cámara característica categoría código cuantía diámetro diámetros día días ' +
    'eléctricas específico fábrica geotécnica geotécnico higrometría hormigón índice instantánea límite máxima máximas máximo máximos mecánica mecánico ' +
    'metálica mínima mínimo mínimos módulos número óptico parámetro perímetro próxima pública público régimen sólidos sótano subterránea tecnología teóricos ' +
    'térmica término típica útil vestíbulo años'
  )
    .split(' ')
    .map((word) => [word.normalize('NFD').replace(/\p{M}/gu, ''), word]),
)

/** The heading of a column in words: `superficie_m2` is «superficie (m²)», `>6 & <=13` is «> 6 y ≤ 13». */
export function headingText(column: string): string {
  if (isRange(column)) return rangeText(column)
  if (column === 'true') return 'sí'
  if (column === 'false') return 'no'
  const parts = column.split('_')
  const unit = symbols.has(parts[0] ?? '') ? [] : unitAtEnd(parts)
  const words = codeText(parts.slice(0, parts.length - unit.length).join('_'))
  return unit.length === 0 ? words : `${words} (${unit.join('/')})`
}

/** The unit that the last one or two parts of a name are; empty if there is none, or nothing before it. */
function unitAtEnd(parts: readonly string[]): string[] {
  const [before, last] = parts.slice(-2).map((part) => units[part.toLowerCase()])
  if (last === undefined || parts.length < 2) return []
  return before === undefined || parts.length < 3 ? [last] : [before, last]
}

/** A cell in words: figures as `figure` writes them, codes and truth values as words. Text stays as it is. */
export function cellText(cell: string, figure: (text: string) => string): string {
  if (/^-?\d+(\.\d+)?$/.test(cell)) return figure(cell)
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
