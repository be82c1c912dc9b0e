import type { Block } from './boe-block.ts'
import { isNote } from './boe-text.ts'
import { elementsOf, textOf, type XmlElement } from './xml.ts'

/** A wording taken apart: `Artículo 3` · `Ámbito de aplicación` · the rest. */
export interface Headed {
  readonly number: string
  readonly title: string
  /** The text after the number, word for word. */
  readonly rest: string
  readonly body: readonly XmlElement[]
}

/** What a wording calls itself; the block's own title, which may be wrong, counts only where the wording has none. */
export function headingOf(block: Block, version: XmlElement): Headed {
  const elements = elementsOf(version.children)
  const count = elements.findIndex((element) => !isNote(element) && stemOf(element) === undefined)
  const run = elements.slice(0, count < 0 ? elements.length : count).filter((element) => !isNote(element))
  const article = run.findIndex((element) => stemOf(element) === 'articulo')
  const at = Math.max(article, 0)
  const [first, second] = [run[at], run[at + 1]]
  const isPair = first !== undefined && second !== undefined && /_num$/.test(classOf(first)) && classOf(second) === `${stemOf(first)}_tit`
  const used = first === undefined ? [] : isPair ? [first, second] : [first]
  const body = elements.filter((element) => !used.includes(element))
  if (isPair) return { number: clean(textOf(first)), title: clean(textOf(second)) || clean(textOf(first)), rest: textOf(second), body }
  const text = textOf(first) || block.title || block.id
  const parts = split(text, block.title)
  // The text begins without a sign between it and its number.
  if (parts.number.length > longestNumber) return { number: block.title || block.id, title: text, rest: text, body }
  return { ...parts, body }
}

/** `Disposición adicional quincuagésima tercera bis` is shorter. */
const longestNumber = 80

/** How far up a heading stands: of two that follow one another, the second belongs to the first where its rank is higher. */
export function rankOf(block: Block, number: string): number {
  const element = block.versions.flatMap((version) => elementsOf(version.element.children)).find((one) => stemOf(one) !== undefined)
  const stem = element === undefined ? undefined : stemOf(element)
  const byText = ranks.find(([, pattern]) => pattern.test(number))?.[0]
  const byClass = ranks.find(([name]) => name === stem)?.[0]
  return ranks.findIndex(([name]) => name === (byText ?? byClass ?? 'capitulo'))
}

const ranks: readonly (readonly [string, RegExp])[] = [
  ['anexo', /^(?:anexo|anejo)/i],
  ['disp', /^disposici/i],
  ['parte', /^parte\b/i],
  ['libro', /^libro\b/i],
  ['titulo', /^t[íi]tulo\b/i],
  ['apendice', /^ap[ée]ndice/i],
  ['capitulo', /^cap[íi]tulo\b/i],
  ['seccion', /^secci[óo]n/i],
  ['subseccion', /^subsecci[óo]n/i],
]

function classOf(element: XmlElement): string {
  return element.name === 'p' ? (element.attributes.get('class') ?? '') : ''
}

/** `capitulo_num` → `capitulo`; undefined for what is no heading. */
function stemOf(element: XmlElement): string | undefined {
  return /^(articulo|anexo|apendice|disp|libro|parte|titulo|capitulo|seccion|subseccion)(?:_num|_tit)?$/.exec(classOf(element))?.[1]
}

const designation =
  /^((?:art(?:[íi]culo|\.)|disposici[óo]n|anexo|anejo|ap[ée]ndice|parte|libro|t[íi]tulo|cap[íi]tulo|secci[óo]n|subsecci[óo]n)\s.*?)(?:\.[ºª]?(?!\d)|[:–—]|$)(.*)$/iu

/** `Artículo 1. Objeto.` → `Artículo 1`, `Objeto`. Where the block's title begins the text, that is the number. */
function split(text: string, blockTitle: string): Omit<Headed, 'body'> {
  const given = clean(blockTitle)
  const begins = given !== '' && text.toLowerCase().startsWith(given.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(given.length))
  const [, number = text, after = ''] = begins ? ['', text.slice(0, given.length), text.slice(given.length)] : (designation.exec(text) ?? [])
  const rest = after.replace(leading, '')
  return { number: clean(number), title: clean(rest) || clean(text), rest }
}

const leading = /^[\s.:ºª–—-]+/

function clean(text: string): string {
  return text.replace(leading, '').replace(/[\s.:–—-]+$/, '')
}
