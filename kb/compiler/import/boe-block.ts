import { elementsOf, type XmlElement, type XmlNode } from './xml.ts'

export interface Block {
  readonly id: string
  /** `precepto`, `encabezado`, `preambulo`, `firma`… */
  readonly kind: string
  /** Short name: `Artículo 3`. Of headings it may be wrong. */
  readonly title: string
  /** From this day on the block is no longer in force. */
  readonly expires: string | undefined
  readonly versions: readonly BlockVersion[]
}

export interface BlockVersion {
  /** The norm that gave this wording. */
  readonly norm: string
  readonly published: string | undefined
  /** Undefined where its entry into force is not determined yet. */
  readonly from: string | undefined
  readonly basis: 'entrada_en_vigor' | 'publicacion'
  readonly element: XmlElement
}

/** Says what is wrong in a line of the file. */
export type Report = (line: number, message: string) => void

/** The dates used for wordings without a date of their own. */
export interface NormDays {
  readonly identifier: string
  /** The entry into force of the norm itself. */
  readonly from: string | undefined
}

/** The blocks of `<texto>`, with every wording of each. */
export function readBlocks(text: XmlElement, norm: NormDays, report: Report): Block[] {
  const elements = elementsOf(text.children).filter(({ name }) => name === 'bloque')
  if (elements.length === 0) report(text.line, 'has no <bloque> in <texto>')
  const firstLine = new Map<string, number>()
  return elements.map((element) => {
    const block = readBlock(element, norm, report)
    const before = firstLine.get(block.id)
    if (before !== undefined) report(element.line, `block "${block.id}" is already in line ${before}: expected each id once`)
    firstLine.set(block.id, before ?? element.line)
    return block
  })
}

function readBlock(element: XmlElement, norm: NormDays, report: Report): Block {
  const id = element.attributes.get('id') ?? ''
  const kind = element.attributes.get('tipo') ?? ''
  if (id === '' || kind === '') report(element.line, `block has id "${id}" and tipo "${kind}": expected both`)
  const versions = elementsOf(element.children).filter(({ name }) => name === 'version')
  if (versions.length === 0) report(element.line, `block "${id}" has no <version>: is the file whole?`)
  return {
    id,
    kind,
    title: (element.attributes.get('titulo') ?? '').replace(/\s+/g, ' ').trim(),
    expires: readDay(element.attributes.get('fecha_caducidad'), (fault) => report(element.line, `fecha_caducidad of block "${id}" is ${fault}`)),
    versions: versions.map((version) => readVersion(version, { id, norm, report })),
  }
}

/** A wording without entry into force of its own holds from that of the norm where it is the norm's, else from its publication. */
function readVersion(
  element: XmlElement,
  { id, norm, report }: { readonly id: string; readonly norm: NormDays; readonly report: Report },
): BlockVersion {
  const day = (name: string): string | undefined =>
    readDay(element.attributes.get(name), (fault) => report(element.line, `${name} of block "${id}" is ${fault}`))
  const by = element.attributes.get('id_norma') ?? ''
  const published = day('fecha_publicacion')
  const isDated = (element.attributes.get('fecha_vigencia') ?? '') !== ''
  const ownNorm = by === norm.identifier ? norm.from : undefined
  if (!isDated && published === undefined && ownNorm === undefined)
    report(element.line, `a version of block "${id}" has no fecha_vigencia and no fecha_publicacion: expected one of them`)
  return {
    norm: by,
    published,
    from: isDated ? day('fecha_vigencia') : (ownNorm ?? published),
    basis: isDated || ownNorm !== undefined ? 'entrada_en_vigor' : 'publicacion',
    element: { ...element, children: element.children.map((child) => asParagraph(child, element.line)) },
  }
}

/** Text that stands in no paragraph is one. */
function asParagraph(node: XmlNode, line: number): XmlNode {
  if (typeof node !== 'string' || node.trim() === '') return node
  return { name: 'p', attributes: new Map([['class', 'parrafo']]), children: [node], line }
}

/** `20060329` → `2006-03-29`; absent, and `99999999` for a day not determined, → undefined. What is no day goes to `fault`. */
export function readDay(text: string | undefined, fault: (text: string) => void): string | undefined {
  if (text === undefined || text === '' || text === '99999999') return undefined
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
  if (!isDay) fault(`"${text}": expected a day such as 20060329`)
  return isDay ? day : undefined
}
