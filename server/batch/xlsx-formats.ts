import { readXml } from './sheet-xml.ts'

/** How a style shows a number. */
export type NumberFormat = 'number' | 'date' | 'percent'

/** The format of each cell style of an .xlsx, by its index. */
export function numberFormats(styles: Uint8Array | undefined): readonly NumberFormat[] {
  const codes = new Map<string, string>()
  const formats: NumberFormat[] = []
  let isInCells = false
  if (styles === undefined) return formats
  readXml(styles, {
    open(name, attribute) {
      if (name === 'numFmt') codes.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '')
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) {
        const id = attribute('numFmtId') ?? '0'
        formats.push(formatOf(Number(id), codes.get(id)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
    text: () => undefined,
  })
  return formats
}

function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent'
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58) ? 'date' : 'number'
  }
  // Quoted and escaped text, colours and currencies say nothing; letters of days and hours do.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (bare.includes('%')) return 'percent'
  return /[dmyhs]/i.test(bare.replace(/general/gi, '')) ? 'date' : 'number'
}
