import { hulcError } from './hulc-error.ts'

/** A block of the building: `"P01_E01_PE001" = EXTERIOR-WALL`, its attributes, and the storey, space and wall that it comes after. */
export interface Block {
  readonly name: string
  readonly type: string
  readonly attributes: ReadonlyMap<string, string>
  readonly floor: string
  readonly space: string
  readonly wall: string
}

const mostBlocks = 200_000
const heading = /^"([^"]*)"\s*=\s*([A-Z][A-Z-]*)$/
const wallTypes = ['EXTERIOR-WALL', 'INTERIOR-WALL', 'ROOF', 'UNDERGROUND-WALL', 'UNDERGROUND-FLOOR']

/** True for what is drawn as a side of a space. */
export function isWall(type: string): boolean {
  return wallTypes.includes(type)
}

/** Reads the blocks of a building. A block ends with a line `..`; lines that begin with `$` are comments; a list in brackets may go on over lines. */
export function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  let attributes: Map<string, string> | undefined
  let [floor, space, wall] = ['', '', '']
  let open: { readonly key: string; value: string } | undefined
  for (const raw of text.split(/\r\n?|\n/)) {
    const line = raw.trim()
    if (line === '' || line.startsWith('$')) continue
    const head = heading.exec(line)
    if (head !== null) {
      const [, name = '', type = ''] = head
      if (type === 'FLOOR') [floor, space, wall] = [name, '', '']
      if (type === 'SPACE') [space, wall] = [name, '']
      if (isWall(type)) wall = name
      attributes = new Map()
      open = undefined
      if (blocks.push({ name, type, attributes, floor, space, wall }) > mostBlocks)
        throw hulcError(`El modelo pasa de ${mostBlocks} bloques`, `The model has more than ${mostBlocks} blocks`)
    } else if (line === '..') [attributes, open] = [undefined, undefined]
    else if (attributes !== undefined && open !== undefined) {
      open.value += ` ${line}`
      attributes.set(open.key, open.value)
      if (line.endsWith(')')) open = undefined
    } else if (attributes !== undefined) open = addAttribute(attributes, line)
  }
  return blocks
}

/** Adds `KEY = value`. Returns a list that is not closed yet. */
function addAttribute(attributes: Map<string, string>, line: string): { readonly key: string; value: string } | undefined {
  const at = line.indexOf('=')
  if (at < 1) return undefined
  const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  attributes.set(key, value.replace(/^"(.*)"$/, '$1'))
  return value.startsWith('(') && !value.endsWith(')') ? { key, value } : undefined
}

/** The names of a list: `("Mortero","EPS")`. */
export function namesIn(list: string | undefined): readonly string[] {
  return [...(list ?? '').matchAll(/"([^"]*)"/g)].map(([, name = '']) => name)
}

/** The numbers of a list as they are written: `( 0.015, 0.06 )`. */
export function numbersIn(list: string | undefined): readonly string[] {
  return (list ?? '')
    .replace(/^\(|\)$/g, '')
    .split(',')
    .map((one) => one.trim())
}
