import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { refuse } from './malformed.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
  readonly line: number
}
export type XmlNode = XmlElement | string

/** Reads a whole XML file: UTF-8, well-formed, without document type or entities of its own, namespace prefixes left out. Refuses any other. */
export function readXml(file: string, bytes: Uint8Array): XmlElement {
  const text = decodeUtf8(file, bytes)
  const lines = lineIndex(text)
  const forbidden = /<!(?:DOCTYPE|ENTITY)/i.exec(text)
  if (forbidden !== null) refuse(file, lines(forbidden.index), `holds "${forbidden[0]}": expected XML without document type and entities`)
  const valid = XMLValidator.validate(text)
  if (valid !== true) refuse(file, valid.err.line, `is no well-formed XML (${valid.err.msg}): is the file whole?`)
  // What is within CDATA and comments is no markup: blanked, so that places stay the same.
  const markup = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g, (whole) => ' '.repeat(whole.length))
  const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)[^\s;<]*;?/i.exec(markup)
  if (entity !== null) refuse(file, lines(entity.index), `has the unknown entity "${entity[0]}": expected &amp; &lt; &gt; &quot; &apos; or a number`)
  const roots = elementsOf(toNodes(parser.parse(text), lines)).filter(({ name }) => !name.startsWith('?'))
  const [root] = roots
  if (root === undefined || roots.length > 1) refuse(file, 1, `has ${roots.length} root elements: expected one`)
  return root
}

/** The elements among nodes. */
export function elementsOf(nodes: readonly XmlNode[]): XmlElement[] {
  return nodes.filter((node) => typeof node !== 'string')
}

/** The first element down a path of names, or undefined. */
export function elementAt(from: XmlElement, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => elementsOf(at?.children ?? []).find((child) => child.name === name), from)
}

/** All text within, without marks; runs of white space, of any kind, are one space. */
export function textOf(node: XmlNode | undefined): string {
  return rawText(node).replace(/\s+/g, ' ').trim()
}

/** All text within, as it is written. */
export function rawText(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  return typeof node === 'string' ? node : node.children.map(rawText).join('')
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  captureMetaData: true,
  // Without it numbered characters (&#160;) stay as they are; named ones were refused before.
  htmlEntities: true,
})

function decodeUtf8(file: string, bytes: Uint8Array): string {
  const decode = (part: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(part)
  let text = ''
  try {
    text = decode(bytes)
  } catch {
    const before = Buffer.from(bytes).toString('utf8').split('\uFFFD')[0] ?? ''
    refuse(file, before.split('\n').length, 'is not UTF-8 here: expected the bytes as the source gives them, not saved again')
  }
  const encoding = /^<\?xml[^>]*\sencoding=["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (!/^utf-?8$/i.test(encoding)) refuse(file, 1, `says its encoding is "${encoding}": expected UTF-8`)
  return text.replace(/\r\n?/g, '\n')
}

/** Gives the line of a place in the text. */
function lineIndex(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** The parser gives, in order, objects of one name each: `{ p: […], ':@': { class: 'parrafo' } }` and `{ '#text': '…' }`. */
function toNodes(raw: unknown, lines: (offset: number) => number): XmlNode[] {
  return (Array.isArray(raw) ? raw : []).flatMap((entry: unknown): XmlNode[] => {
    if (!isRecord(entry)) return []
    if (typeof entry['#text'] === 'string') return [entry['#text']]
    const name = Object.keys(entry).find((key) => key !== ':@')
    if (name === undefined) return []
    const attributes = isRecord(entry[':@']) ? Object.entries(entry[':@']).map(([key, value]) => [key, String(value)] as const) : []
    return [{ name, attributes: new Map(attributes), children: toNodes(entry[name], lines), line: lines(startOf(entry)) }]
  })
}

/** The position of the start of an element, from the only symbol that the parser leaves on it. */
function startOf(entry: object): number {
  const [symbol] = Object.getOwnPropertySymbols(entry)
  const place: unknown = symbol === undefined ? undefined : Reflect.get(entry, symbol)
  return isRecord(place) && typeof place['startIndex'] === 'number' ? place['startIndex'] : 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
