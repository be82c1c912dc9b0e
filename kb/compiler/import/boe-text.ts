import { markdownTable } from './boe-table.ts'
import { elementsOf, textOf, type XmlElement, type XmlNode } from './xml.ts'

/** A wording as Markdown, and what was met in it. */
export interface OfficialText {
  readonly markdown: string
  /** Notes of the BOE's editors, left out: they change without the law changing. */
  readonly notes: number
  readonly images: number
}

/** The official text of some elements of a wording, word for word, without the notes of the editors. Images, which the base does not hold, become links. */
export function officialText(elements: readonly XmlElement[]): OfficialText {
  const kept = elements.filter((element) => !isNote(element))
  return {
    markdown: join(kept.flatMap(blocksOf)),
    notes: elements.length - kept.length,
    images: kept.reduce((sum, element) => sum + countImages(element), 0),
  }
}

/** True if an element is a note of the editors: a foot note, or a quotation that holds only such. */
export function isNote(element: XmlElement): boolean {
  const name = element.attributes.get('class') ?? ''
  if (element.name === 'p') return /^(?:nota_pie|textoCompleto)/.test(name)
  if (element.name !== 'blockquote') return false
  if (element.attributes.has('caduca') || /^(?:soloTexto|noDesde)/.test(name)) return true
  const parts = elementsOf(element.children)
  return parts.length > 0 && parts.every(isNote)
}

/** Headings within a text: of annexes, and the short titles of its parts. */
const headingClass = /^(?:articulo|anexo|apendice|disp|libro|parte|titulo|capitulo|seccion|subseccion|centro_negrita)(?:_num|_tit)?$/

function blocksOf(element: XmlElement): string[] {
  if (element.name === 'table') {
    const caption = elementsOf(element.children).find(({ name }) => name === 'caption')
    const title = caption === undefined ? '' : inline(caption.children)
    return [title === '' ? '' : `**${title}**`, markdownTable(element, cellText)].filter((text) => text !== '')
  }
  if (element.name === 'blockquote') {
    const quoted = elementsOf(element.children).filter((child) => !isNote(child))
    return quoted.length === 0 ? [] : [join(quoted.flatMap(blocksOf)).replace(/^/gm, '> ').replace(/^> $/gm, '>')]
  }
  if (element.name === 'ol' || element.name === 'ul') {
    const items = elementsOf(element.children).map(({ children }) => inline(children))
    return [items.map((item, index) => `${element.name === 'ol' ? `${index + 1}.` : '-'} ${item}`).join('\n')]
  }
  const text = inline(element.name === 'img' ? [element] : element.children)
  if (text === '') return []
  return [headingClass.test(element.attributes.get('class') ?? '') ? `### ${text}` : escapeStart(text)]
}

/** Text within a paragraph: bold, sub- and superscripts stay, other marks go. */
function inline(nodes: readonly XmlNode[]): string {
  return nodes.map(inlineNode).join('').replace(/\s+/g, ' ').trim()
}

function inlineNode(node: XmlNode): string {
  if (typeof node === 'string') return escapeText(node)
  const text = node.children.map(inlineNode).join('')
  const core = text.trim()
  if (node.name === 'img') return imageLink(node)
  if (node.name === 'br') return ' '
  if (core === '') return text
  if (node.name === 'strong' || node.name === 'b') return text.replace(core, () => `**${core}**`)
  const mark = node.name === 'sub' ? '~' : node.name === 'sup' ? '^' : ''
  return mark === '' || /[\s~^]/.test(core) ? text : `${mark}${core}${mark}`
}

/** A cell holds text, paragraphs, images, or another table, whose cells are then told one after another. */
function cellText(nodes: readonly XmlNode[]): string {
  const hasParts = elementsOf(nodes).some(({ name }) => name === 'p' || tableParts.has(name))
  if (!hasParts) return inline(nodes)
  const isTable = elementsOf(nodes).some(({ name }) => tableParts.has(name))
  const parts = nodes.map((node) => (typeof node === 'string' || node.name === 'img' ? inline([node]) : cellText(node.children)))
  return parts.filter((part) => part !== '').join(isTable ? '; ' : ' ')
}

const tableParts: ReadonlySet<string> = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'])

function imageLink(image: XmlElement): string {
  const source = image.attributes.get('src') ?? ''
  const name = textOf(image.attributes.get('alt')).replace(/^Imagen:?\s*(?:\/|https?:).*$/, '') || 'imagen'
  const address = source.startsWith('/') ? `https://www.boe.es${source}` : source
  return /^https?:\/\/[^\s()]+$/.test(address) ? ` [${escapeText(name)}](${address}) ` : ` (${escapeText(name)}, no incluida) `
}

function countImages(element: XmlElement): number {
  return (element.name === 'img' ? 1 : 0) + elementsOf(element.children).reduce((sum, child) => sum + countImages(child), 0)
}

/** Text as Markdown that shows it as it is: what would be read as marks is escaped. */
export function escapeText(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/[*`~^]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\](?=[(:])/g, '\\]')
}

function escapeStart(text: string): string {
  return text.replace(/^(?=[#>+]|-{3,}|={3,})/, '\\')
}

/** Blocks one under another. A numbered one is marked where a rule may cite it, and keeps its number where Markdown would count otherwise. */
function join(blocks: readonly string[]): string {
  const marked = new Set<string>()
  let last: { readonly number: number; readonly sign: string } | undefined
  const lines = blocks.map((block) => {
    const [, digits = '', sign = ''] = /^(\d{1,9})([.)])\s/.exec(block) ?? []
    if (digits === '') {
      last = undefined
      return block
    }
    const follows = last === undefined || (sign === last.sign && Number(digits) === last.number + 1)
    last = follows ? { number: Number(digits), sign } : undefined
    const isFirst = sign === '.' && !block.includes('\n') && !marked.has(digits)
    if (isFirst) marked.add(digits)
    return `${follows ? block : block.replace(/^(\d+)/, '$1\\')}${isFirst ? ` {#p${digits}}` : ''}`
  })
  return lines.join('\n\n')
}
