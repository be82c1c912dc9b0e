import { familyText, familyVerdict, quotation, refusedBy } from '../ask/answer-text.ts'
import type { Family } from '../ask/choose.ts'
import type { FigureAnswer } from '../ask/figures.ts'
import { isInFocus } from '../ask/focus.ts'
import { frameOf } from '../ask/frame.ts'
import { furtherQuotes } from '../ask/further-quotes.ts'
import type { Judgement } from '../ask/judge.ts'
import type { Ranked } from '../ask/ranker.ts'
import type { Slots } from '../ask/slots.ts'
import { isBeside, quantityText, unjudged } from '../ask/unjudged.ts'
import { comparisonOf } from '../engine/compare.ts'
import type { Place } from '../engine/place.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { inPlace } from './ask-place.ts'
import type { AskFigure, AskReply } from './ask-schema.ts'
import { articleOf, paragraphOf, ruleSource, wantedIn } from './ask-sources.ts'
import { assumed, isJudged, overall } from './ask-verdict.ts'
import { jsonNumber } from './json-values.ts'
/** The answer of rules: the verdict on the value of a question if there is one, the figures with their cases, and the text they stand in. */
export function fromRules(
  kb: KnowledgeBase,
  families: readonly Family[],
  slots: Slots,
  place: Place | undefined,
  ranked: readonly Ranked[],
): AskReply {
  const frame = frameOf(kb)
  const where =
    place === undefined
      ? slots.winter === undefined
        ? ''
        : frame.winterZone(slots.winter)
      : `${inPlace(kb, place)}${place.record.climateZone === null ? '' : ` (${frame.zone} ${place.record.climateZone})`}`
  const figures = families.flatMap((family) => {
    const verdict = familyVerdict(family)
    const by = refusedBy(family)
    return [...family.cases.map((figure) => figureBody(figure, verdict)), ...(by === undefined ? [] : [figureBody({ ...by, missing: [] }, verdict)])]
  })
  const [first] = families
  const quoted = first === undefined ? undefined : paragraphOf(kb, first.best)
  const wanted = wantedIn(slots)
  const further = first === undefined || quoted === undefined ? [] : furtherQuotes(kb, articleOf(first.best), ranked, { slots, quoted })
  const all = families.flatMap(({ cases }) => cases)
  const kind = all.some(({ missing }) => missing.length > 0) ? ('missing' as const) : all.length > 1 ? ('several' as const) : ('figure' as const)
  const sources = families.flatMap((family) => [family.best, ...[refusedBy(family) ?? []].flat()].map((one) => ruleSource(kb, one, ranked)))
  const left = families.some(isJudged) ? unjudged(kb.book, families) : []
  const isAsked = ({ best: { loaded } }: Family): boolean => {
    const parameter = kb.book.parameters.byId.get(loaded.rule.parameter)
    return parameter !== undefined && isInFocus(slots.focus, parameter)
  }
  const verdict = overall(families, !isBeside(kb.book, families, left, slots), isAsked)
  return {
    answer: [
      ...families.map((family) => familyText(kb, family, slots, where)),
      ...(left.length === 0 ? [] : [`${frame.unjudged}: ${left.map(quantityText).join('; ')}`]),
    ].join('\n'),
    quoted: quoted === undefined ? undefined : [quoted, ...further].map((text) => quotation(text, wanted)).join('\n…\n'),
    verdict,
    assumes: verdict === null ? [] : assumed(families),
    sources: sources.filter((one, index) => sources.findIndex(({ url }) => url === one.url) === index),
    grounded: true,
    kind,
    figures,
    suggestions: [],
  }
}

function figureBody({ loaded, bounds, missing }: Pick<FigureAnswer, 'loaded' | 'bounds' | 'missing'>, verdict: Judgement['verdict']): AskFigure {
  const { rule, document } = loaded
  return {
    rule: rule.id,
    title: rule.title,
    bounds: bounds.map((bound) => ({ comparison: comparisonOf(bound), value: jsonNumber(bound.limit) })),
    unit: rule.unit,
    code_slug: document,
    section_slug: rule.cite.section,
    verdict: verdict ?? null,
    missing: [...missing],
  }
}
