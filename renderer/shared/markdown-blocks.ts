export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly start: number | undefined; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'table'; readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] }

const marker = /^(?<indent> *)(?:(?<number>\d+)\.|-) +/

/** Parses Markdown into blocks: headings, paragraphs, nested lists and tables. */
export function blocksOf(source: string): Block[] {
  return read(source.split('\n'))
}

function read(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const until = endOf(lines, at)
    const own = lines.slice(at, until)
    if (line.trim() === '') at += 1
    else {
      if (/^#{1,6} /.test(line)) blocks.push({ kind: 'heading', text: line.replace(/^#+ /, '') })
      else if (line.trimStart().startsWith('|')) blocks.push(tableOf(own))
      else if (marker.test(line)) blocks.push(listOf(own))
      else blocks.push({ kind: 'paragraph', text: own.map((one) => one.trim()).join(' ') })
      at = until
    }
  }
  return blocks
}

/** The end of the block that begins at line `from`. A list continues after blank lines if the next line is indented or an item of the same list. */
function endOf(lines: readonly string[], from: number): number {
  const first = lines[from] ?? ''
  if (/^#{1,6} /.test(first)) return from + 1
  const isTable = first.trimStart().startsWith('|')
  const isList = marker.test(first)
  let at = from + 1
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isList) {
      const next = lines.slice(at).find((one) => one.trim() !== '')
      if (next === undefined || (line.trim() === '' && !/^ /.test(next) && !sameList(first, next))) break
      if (line.trim() !== '' && /^#{1,6} /.test(line)) break
    } else if (line.trim() === '' || marker.test(line) || isTable !== line.trimStart().startsWith('|')) break
  }
  return at
}

function sameList(first: string, line: string): boolean {
  const own = marker.exec(line)
  return own !== null && (marker.exec(first)?.groups?.['number'] === undefined) === (own.groups?.['number'] === undefined)
}

function listOf(lines: readonly string[]): Block {
  const first = marker.exec(lines[0] ?? '')
  const indent = first?.groups?.['indent']?.length ?? 0
  const items: string[][] = []
  let width = 0
  for (const line of lines) {
    const own = marker.exec(line)
    if (own !== null && (own.groups?.['indent']?.length ?? 0) <= indent) {
      width = own[0].length
      items.push([line.slice(width)])
    } else items.at(-1)?.push(line.slice(Math.min(width, line.search(/\S|$/))))
  }
  const number = first?.groups?.['number']
  return { kind: 'list', start: number === undefined ? undefined : Number(number), items: items.map((item) => read(item)) }
}

function tableOf(lines: readonly string[]): Block {
  const cells = (line: string): string[] =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim())
  const [header = [], ...rows] = lines.filter((line) => !/^[\s|:-]+$/.test(line)).map(cells)
  return { kind: 'table', header, rows }
}
