import { withReferences } from './besides.ts'
import type { Book } from './book.ts'
import type { LoadedRule } from './limit.ts'
import type { Refusal } from './outcome.ts'
import { type Asked, fits, nearTo, type Pair } from './pair.ts'
import type { RulesOn } from './read-pairs.ts'
import { ruleKey } from './rule-list.ts'
import type { Element, Parameter, When } from './schema.ts'
import { severalMeant } from './several.ts'
import { identifier } from './text.ts'
import { best, understand } from './understand.ts'
import { whenOf } from './when.ts'

/** The element and the parameter that a request names, and the rules on them. */
export interface Terms {
  readonly element: Element
  readonly parameter: Parameter
  readonly rules: readonly LoadedRule[]
  /** The name of the element that the request used or came to. */
  readonly name: string
  /** What words of the request beside the name say of the case. */
  readonly sets: ReadonlyMap<string, string>
  /** True if the texts of the request are not exactly names of the two. */
  readonly isUnderstood: boolean
}

/** The element and the parameter that two texts mean together, and the rules on them: one text may name several, the pair settles it. */
export function resolveTerms(book: Book, asked: Asked): Terms | Refusal {
  const terms = remembered(book, asked)
  return 'refuse' in terms ? terms.refuse() : terms
}

/** The same without saying why two texts mean nothing, which takes longest: undefined then. */
export function termsOf(book: Book, asked: Asked): Terms | undefined {
  const terms = remembered(book, asked)
  return 'refuse' in terms ? undefined : terms
}

/** Texts that mean no pair, or several. */
interface Unread {
  /** Why: told when it is first asked for. */
  readonly refuse: () => Refusal
}

function unread(why: () => Refusal): Unread {
  let told: Refusal | undefined
  return { refuse: () => (told ??= why()) }
}

function remembered(book: Book, asked: Asked): Terms | Unread {
  const key = termsKey(asked)
  const all = rememberedOf.get(book) ?? new Map<string, Terms | Unread>()
  rememberedOf.set(book, all)
  const terms = all.get(key) ?? read(book, asked)
  if (all.size < mostRemembered) all.set(key, terms)
  return terms
}

const mostRemembered = 5000
const rememberedOf = new WeakMap<Book, Map<string, Terms | Unread>>()

/** A text that is the same for all requests that name the same terms. */
export function termsKey({ element, parameter, unit = '', value, place, codes = [] }: Asked): string {
  // A bare number may be a class: which one tells readings apart.
  const kind = typeof value === 'string' ? 'text' : /^[\s1-]*$/.test(unit) ? String(value) : 'number'
  return JSON.stringify([element, parameter, unit, kind, place?.record.ccaa ?? null, codes.map(({ slug }) => slug)])
}

function read(book: Book, asked: Asked): Terms | Unread {
  const exact = byIds(book, asked)
  if (exact !== undefined) return exact
  const found = byWords(book, asked)
  if ('refuse' in found) return found
  const several = severalMeant(book, asked, found, rulesSaidOn(book, asked))
  return several.length > 0 ? unclear(book, several) : found
}

function byWords(book: Book, asked: Asked): Terms | Unread {
  const rulesSaid = rulesSaidOn(book, asked)
  const named = byName(book, asked, rulesSaid)
  if (named !== undefined && ('refuse' in named || named.rules.some((loaded) => fits(loaded, asked, book)))) return named
  const { pairs: found, isSure } = understand(book, asked, rulesSaid)
  const [only, ...others] = found
  // A unit that does not fit is told, unless it is that of another quantity that the same words may name.
  if (named !== undefined && (only === undefined || others.length > 0 || !only.rules.some((loaded) => fits(loaded, asked, book)))) return named
  if (only === undefined) return unread(() => nearRefusal(book, asked) ?? notFound(book, asked))
  if (!isSure && isMistyped(book, asked)) return unread(() => notFound(book, asked))
  return others.length > 0 || !isSure ? unclear(book, found) : { ...only, isUnderstood: true }
}

/** True if a text is written as an identifier and is none: what it is most like helps more than what some of its words name. */
function isMistyped(book: Book, { element, parameter }: Asked): boolean {
  const isIdentifier = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)+$/.test(text)
  return (
    (isIdentifier(element) && meantElements(book, element).length === 0) || (isIdentifier(parameter) && meantParameters(book, parameter).length === 0)
  )
}

/** The pair whose names the texts are: labels and identifiers before aliases, and of the aliases those that the place and the unit leave. */
function byName(book: Book, asked: Asked, rulesSaid: RulesOn): Terms | Unread | undefined {
  const parameters = book.parameters.named(asked.parameter)
  const pairs = book.elements
    .named(asked.element)
    .flatMap((element) => parameters.map((parameter) => ({ element, parameter, rules: rulesSaid(element.id, parameter.id) })))
    .filter(({ rules }) => rules.length > 0)
  const limits = pairs.filter(({ rules }) => rules.some(({ rule }) => rule.kind === 'limit'))
  const ranked = Map.groupBy(limits.length > 0 ? limits : pairs, (pair) => aliasesIn(pair, asked))
  const nearest = ranked.get(Math.min(...ranked.keys())) ?? []
  const fitting = nearest.filter(({ rules }) => rules.some((loaded) => fits(loaded, asked, book)))
  const found = best(
    (fitting.length > 0 ? fitting : nearest).map((pair) => ({ ...pair, name: asked.element, sets: new Map() })),
    asked,
    book,
  )
  const [only, ...others] = found
  if (only === undefined) return undefined
  return others.length > 0 ? unclear(book, found) : { ...only, isUnderstood: false }
}

/** The pair whose identifiers the texts are, if the quantity's is one that nobody says: programs mean just that pair. */
function byIds(book: Book, asked: Asked): Terms | undefined {
  const [element, parameter] = [book.elements.byId.get(asked.element), book.parameters.byId.get(asked.parameter)]
  if (element === undefined || parameter === undefined || !parameter.id.includes('-')) return undefined
  const rules = rulesOn(book, element.id, parameter.id)
  return rules.length === 0 ? undefined : { element, parameter, rules, name: asked.element, sets: new Map(), isUnderstood: false }
}

/** How many of the two texts are only an alias of what they name. */
function aliasesIn({ element, parameter }: Pick<Pair, 'element' | 'parameter'>, asked: Asked): number {
  // An identifier of several words is one only as it is written: `derivación individual` may be that of another thing.
  const isOwn = ({ id, label }: { readonly id: string; readonly label: string }, text: string): boolean =>
    identifier(label) === identifier(text) || (identifier(id) === identifier(text) && !/\s/.test(text.trim()))
  return Number(!isOwn(element, asked.element)) + Number(!isOwn(parameter, asked.parameter))
}

/** Several pairs that the words may mean: the answer asks which. */
function unclear(book: Book, pairs: readonly Pick<Pair, 'element' | 'parameter'>[]): Unread {
  return unread(() => {
    const elements = [...new Set(pairs.map(({ element }) => element))]
    const parameters = [...new Set(pairs.map(({ parameter }) => parameter))]
    const reason = book.nearSynonyms.find(({ quantities }) => parameters.every(({ id }) => quantities.some(({ is }) => is.includes(id))))?.reason
    return { kind: 'unclear-terms', pairs: pairs.map(({ element, parameter }) => ({ element, parameter })), elements, parameters, reason }
  })
}

/** The refusal where the element has limits only on quantities that sound like the one asked for and are not it: they are named, never taken. */
function nearRefusal(book: Book, asked: Asked): Refusal | undefined {
  for (const { others, reason } of nearTo(book, asked.parameter)) {
    const pairs = meantElements(book, asked.element).flatMap((element) =>
      others.flatMap((id) => {
        const parameter = book.parameters.byId.get(id)
        return parameter === undefined || rulesOn(book, element.id, id).length === 0 ? [] : [{ element, parameter }]
      }),
    )
    if (pairs.length > 0)
      return {
        kind: 'unclear-terms',
        pairs,
        elements: [...new Set(pairs.map(({ element }) => element))].slice(0, 1),
        parameters: [...new Set(pairs.map(({ parameter }) => parameter))],
        reason,
        isOther: true,
      }
  }
  return undefined
}

function notFound(book: Book, asked: Asked): Refusal {
  const { elements, parameters } = book
  const meant = meantElements(book, asked.element)
  if (meant.length === 0) return { kind: 'unknown-element', candidates: likeElements(book, asked.element) }
  const quantities = meantParameters(book, asked.parameter)
  const possible = parametersOf(
    book,
    meant.map(({ id }) => id),
  )
  if (quantities.length === 0) {
    const alike = parameters.nearest(asked.parameter, possible)
    return { kind: 'unknown-parameter', candidates: [...new Set([...alike, ...[...possible].sort()])].slice(0, 10) }
  }
  return {
    kind: 'no-applicable-rule',
    why: 'none',
    text: someLabels(parameters, possible, asked.parameter),
    rules: [],
    neighbours: neighboursOf(book, asked.element, meant, quantities).flatMap((id) => elements.byId.get(id) ?? []),
  }
}

/** Most quantities of an element that a message lists. */
const mostListed = 6

/** The labels of some parameters, those most like a text first, and how many more there are. */
function someLabels(parameters: Book['parameters'], ids: ReadonlySet<string>, text: string): string {
  const near = parameters.nearest(text, ids)
  const labels = [...new Set([...near, ...ids])].map((id) => parameters.byId.get(id)?.label ?? id)
  const listed = [...labels.slice(0, near.length), ...labels.slice(near.length).sort()].slice(0, mostListed)
  const more = labels.length - listed.length
  return listed.join(', ') + (more === 0 ? '' : ` y ${more} más`)
}

/** The elements that a text names exactly or, failing that, in other words. */
export function meantElements(book: Book, text: string): readonly Element[] {
  const { elements } = book
  const exact = elements.named(text)
  // The words of everyday speech are made ready when first asked for.
  return exact.length > 0 ? exact : unique([...elements.spelt(text), ...book.everyday.readings(text).flatMap(elements.meant)])
}

/** The parameters that a text names exactly or, failing that, in other words. */
export function meantParameters(book: Book, text: string): readonly Parameter[] {
  const { parameters } = book
  const exact = parameters.named(text)
  return exact.length > 0 ? exact : unique([...parameters.spelt(text), ...book.everyday.readings(text).flatMap(parameters.meant)])
}

/** Other quantities of the same element that rules measure in the unit of a request: which one the person may have meant. */
export function siblingsIn(book: Book, { element, parameter }: Pick<Terms, 'element' | 'parameter'>, asked: Asked): readonly Parameter[] {
  if ((asked.unit ?? '').trim() === '') return []
  return [...parametersOf(book, [element.id])]
    .filter((id) => id !== parameter.id && rulesOn(book, element.id, id).some((loaded) => loaded.rule.kind === 'limit' && fits(loaded, asked, book)))
    .flatMap((id) => book.parameters.byId.get(id) ?? [])
    .slice(0, 5)
}

function unique<T>(names: readonly { readonly term: T }[]): T[] {
  return [...new Set(names.map(({ term }) => term))]
}

/** The elements whose names share the words of a text that names none, then those spelt like it. */
function likeElements({ elements, everyday }: Book, text: string): string[] {
  const holding = everyday.readings(text).flatMap((words) => elements.holding(words))
  return [...new Set([...new Set(holding)].slice(0, 5).concat(elements.nearest(text)))].slice(0, 8)
}

/** Elements near to some others on which a rule limits one of the quantities: broader, narrower, linked, or called by the same first word. */
function neighboursOf(book: Book, text: string, elements: readonly Element[], parameters: readonly Parameter[]): string[] {
  const { byId, broaden } = book.elements
  const own = new Set(elements.map(({ id }) => id))
  const links = ({ also = [] }: Element): string[] => also.map((link) => (typeof link === 'string' ? link : link.element))
  const [head] = book.everyday.canonical(text)
  const isCalled = ({ id }: Element): boolean =>
    head !== undefined && !book.everyday.isScene(head) && book.elements.namesOf(id).some(({ words }) => words[0] === head)
  const isNear = (one: Element): boolean =>
    broaden(one.id).some((id) => own.has(id)) ||
    links(one).some((id) => own.has(id)) ||
    elements.some((element) => broaden(element.id).includes(one.id) || links(element).includes(one.id)) ||
    isCalled(one)
  return [...byId.values()]
    .filter((one) => !own.has(one.id) && isNear(one) && parameters.some(({ id }) => rulesOn(book, one.id, id).length > 0))
    .map(({ id }) => id)
    .slice(0, 6)
}

/** The rules on a pair, none where all are on quantities that only sound like the one that a request says. */
function rulesSaidOn(book: Book, { parameter: said }: Asked): RulesOn {
  const apart = new Set(nearTo(book, said).flatMap(({ others }) => others))
  return (element, parameter) => {
    const rules = rulesOn(book, element, parameter)
    return rules.every(({ rule }) => apart.has(rule.parameter)) ? [] : rules
  }
}

/** The rules that bind an element for a parameter: its own, those of broader elements, and those of the same thing under another name. */
function rulesOn(book: Book, element: string, parameter: string): readonly LoadedRule[] {
  const parameters = quantitiesOf(book, element, parameter)
  const rulesOf = (id: string): LoadedRule[] =>
    book.elements.boundBy(id).flatMap((own) => parameters.flatMap((name) => book.ruleIndex.get(ruleKey(own, name)) ?? []))
  const own = new Set(rulesOf(element))
  const linked = book.elements
    .boundBy(element)
    .flatMap((id) => conditionalLinks(book, id).flatMap((link) => rulesOf(link.element).map(under(link.when))))
  const bound = [...own, ...linked.filter(({ rule }) => ![...own].some((one) => one.rule.id === rule.id))]
  return withReferences(bound, book.ruleByKey, book.dimensions)
}

/** The parameters whose rules limit a quantity of an element: those linked with it everywhere, and those that are one with it there. */
function quantitiesOf({ elements, parameters }: Book, element: string, parameter: string): readonly string[] {
  const bound = parameters.boundBy(parameter)
  const groups = elements.boundBy(element).flatMap((id) => [elements.byId.get(id)?.one_quantity ?? []])
  return [...new Set([...bound, ...groups.filter((group) => group.includes(parameter)).flat()])]
}

/** The conditional `also` links of an element. */
function conditionalLinks(book: Book, element: string): { readonly element: string; readonly when: When }[] {
  const also = book.elements.byId.get(element)?.also ?? []
  return also.flatMap((link) => (typeof link === 'string' ? [] : [{ element: link.element, when: whenOf(link.when) }]))
}

/** A rule that binds through a link only where `when` holds. */
function under(when: When): (loaded: LoadedRule) => LoadedRule {
  return (loaded) => ({ ...loaded, linked: when, uses: new Set([...Object.keys(when), ...loaded.uses]) })
}

/** The parameters on which some rule binds one of the elements. */
export function parametersOf(book: Book, elements: readonly string[]): Set<string> {
  const ids = new Set(elements.flatMap((id) => book.elements.boundBy(id)))
  return new Set(book.rules.flatMap(({ rule }) => (rule.element.some((id) => ids.has(id)) ? [rule.parameter] : [])))
}
