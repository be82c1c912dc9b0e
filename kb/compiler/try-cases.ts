import type { Book } from '../../server/engine/book.ts'
import { isExact, parseExact, toNumber } from '../../server/engine/decimal.ts'
import type { Refusal, Verdict } from '../../server/engine/outcome.ts'
import type { Place } from '../../server/engine/place.ts'
import type { Rule } from '../../server/engine/schema.ts'
import { verify } from '../../server/engine/verify.ts'
import { noteTried, nothingTried, type Tried } from './check-tried.ts'
import type { CaseGroup, CaseSource } from './source.ts'

/** What cases are tried in: the base, its places, and the day. */
export interface World {
  readonly book: Book
  readonly placeOf: (geoId: string) => Place | undefined
  readonly asOf: string
}

/** The worked examples of a document, as plain data. */
export interface CasesOf {
  readonly source: { readonly slug: string }
  readonly cases: readonly { readonly value: CaseGroup }[]
}

/** What the worked examples of a document gave: those that are not as they say, by the position of their group, and all that they tried. */
export interface TriedCases {
  readonly faults: readonly { readonly group: number; readonly message: string }[]
  readonly tried: Tried
}

/** Runs every worked example of some documents; what they gave, by the slug of the document. */
export function tryCases(documents: Iterable<CasesOf>, world: World): Map<string, TriedCases> {
  const results = new Map<string, TriedCases>()
  for (const { source, cases } of documents) results.set(source.slug, tryDocument(source.slug, cases, world))
  return results
}

function tryDocument(document: string, cases: CasesOf['cases'], world: World): TriedCases {
  const tried = nothingTried()
  const faults = cases.flatMap(({ value }, group) => {
    const rule = world.book.ruleByKey.get(`${document}/${value.rule}`)?.rule
    if (rule === undefined) return [{ group, message: `unknown rule "${value.rule}"` }]
    return value.cases.flatMap((one) => {
      const fault = runCase(document, rule, one, { world, tried })
      return fault === undefined ? [] : [{ group, message: `rule "${rule.id}", value ${one.value} ${describeContext(one)}: ${fault}` }]
    })
  })
  return { faults, tried }
}

function describeContext({ at, context }: CaseSource): string {
  return `at ${at} ${JSON.stringify(context)}`
}

function runCase(
  document: string,
  rule: Rule,
  one: CaseSource,
  { world, tried }: { readonly world: World; readonly tried: Tried },
): string | undefined {
  const { book } = world
  const place = world.placeOf(one.at)
  if (place === undefined) return `unknown place "${one.at}"`
  if (one.gives === undefined && one.problem === undefined) return 'says neither what it gives nor which problem'
  const outcome = verify(book, {
    element: one.element ?? rule.element[0] ?? '',
    parameter: rule.parameter,
    value: isExact(one.value) && rule.bound !== 'class' ? parseExact(one.value) : one.value,
    unit: one.unit ?? rule.unit,
    place,
    context: one.context,
    asOf: one.as_of ?? dayOf(book, document, rule, world.asOf),
    codes: [{ slug: document }],
  })
  const own = outcome.kind === 'verdict' ? outcome.findings.find(({ loaded }) => loaded.rule.id === rule.id) : undefined
  if (own !== undefined) noteTried(tried, own)
  return outcome.kind === 'verdict' ? faultOfVerdict(rule, one, outcome) : errorOfRefusal(one, outcome)
}

/** A rule of an older edition is tried on the first day of its newest edition. */
function dayOf(book: Book, document: string, rule: Rule, asOf: string): string {
  const editions = book.documents.get(document)?.editions.filter(({ version }) => rule.editions.includes(version)) ?? []
  return editions.some(({ from, to }) => from <= asOf && (to === null || asOf <= to)) ? asOf : (editions.at(-1)?.from ?? asOf)
}

function faultOfVerdict(rule: Rule, one: CaseSource, verdict: Verdict): string | undefined {
  const [governing] = verdict.findings
  if (governing === undefined) return 'has no finding'
  const status = governing.complies ? 'COMPLIANT' : 'NON_COMPLIANT'
  if (one.problem !== undefined) return `expected the problem ${one.problem}, got ${status}`
  if (status !== one.gives)
    return `expected ${one.gives}, got ${status} (limit ${limitText(governing.bound.limit)}, rule ${governing.loaded.rule.id})`
  const own = verdict.findings.find(({ loaded }) => loaded.rule.id === rule.id)
  if (own === undefined) return `was decided by ${governing.loaded.rule.id} alone`
  if (one.limit !== undefined && !own.bounds.some(({ limit }) => sameLimit(limit, one.limit ?? '')))
    return `expected the limit ${one.limit}, got ${own.bounds.map(({ limit }) => limitText(limit)).join(' and ')}`
  return undefined
}

function errorOfRefusal(one: CaseSource, refusal: Refusal): string | undefined {
  const codes: Readonly<Record<string, string>> = { context: 'validation', 'unknown-class': 'validation', 'incomplete-class': 'indeterminate' }
  const code = codes[refusal.kind] ?? refusal.kind
  const detail =
    refusal.kind === 'indeterminate'
      ? ` (missing ${refusal.missing.map(({ dimension }) => dimension).join(', ')})`
      : refusal.kind === 'context'
        ? ` (${refusal.errors.map(({ field, error }) => `${field}: ${error}`).join(', ')})`
        : refusal.kind === 'no-applicable-rule'
          ? ` (${refusal.why})`
          : ''
  if (one.problem === undefined) return `expected ${one.gives}, got the problem ${code}${detail}`
  if (code !== one.problem) return `expected the problem ${one.problem}, got ${code}${detail}`
  const missing = refusal.kind === 'indeterminate' ? refusal.missing.map(({ dimension }) => dimension) : []
  const unnamed = (one.missing ?? []).filter((name) => !missing.includes(name))
  return unnamed.length > 0 ? `expected ${unnamed.join(', ')} to be missing, got ${missing.join(', ')}` : undefined
}

function sameLimit(limit: Verdict['findings'][number]['bound']['limit'], text: string): boolean {
  if (typeof limit === 'string') return limit === text
  if (!isExact(text)) return false
  const wanted = parseExact(text)
  return limit.equals(wanted) || toNumber(limit) === toNumber(wanted)
}

function limitText(limit: Verdict['findings'][number]['bound']['limit']): string {
  return typeof limit === 'string' ? limit : String(toNumber(limit))
}
