import type { z } from 'zod'
import { sectionIn } from '../engine/book.ts'
import { boundsText } from '../engine/bounds-text.ts'
import type { Group, RuleCase } from '../engine/cases.ts'
import { comparisonOf } from '../engine/compare.ts'
import type { Exact } from '../engine/decimal.ts'
import type { Bound } from '../engine/limit.ts'
import type { PartOutcome, Requirement, Requirements, Why } from '../engine/requirements.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'
import { citationOf } from './citation.ts'
import { jsonNumber } from './json-values.ts'
import type { Coverage } from './requirement-coverage.ts'
import type { requirement } from './requirements-schema.ts'
import { numberText, valueLabel } from './value-label.ts'

type Body = z.input<typeof requirement>

/** What is told of a requirement besides its outcomes. */
interface Told extends Pick<Requirements, 'editions'>, Coverage {
  /** True if the building may have an element of the rule. */
  stands(element: string): boolean
  /** The name of an element of the project. */
  nameOf(id: string): string
}

/** A requirement as it is answered, with its citation; titles, notices and reasons of the regulation itself are in Spanish. */
export function requirementBody({ loaded, outcomes }: Requirement, { editions, checks, unchecked, stands, nameOf }: Told, kb: KnowledgeBase): Body {
  const { rule, document } = loaded
  const cited = citationOf({ loaded }, { editions }, kb)
  return {
    rule: rule.id,
    title: rule.title,
    kind: rule.kind,
    standing: outcomes[0]?.outcome.standing ?? 'not_held',
    elements: rule.element.map((id) => ({ id, label: kb.book.elements.byId.get(id)?.label ?? id, stands: stands(id) })),
    parameter: { id: rule.parameter, label: kb.book.parameters.byId.get(rule.parameter)?.label ?? rule.parameter },
    unit: rule.unit,
    document,
    version: cited.version,
    section: rule.cite.section,
    place_in_text: cited.section,
    section_title: sectionIn(kb.book, document, rule.cite.section, cited.version)?.title ?? '',
    url: cited.url,
    verification: rule.verification,
    outcomes: merged(
      outcomes.map(({ parts, things, outcome }) => ({
        parts: [...parts],
        elements: things.map((id) => ({ id, name: nameOf(id) })),
        ...outcomeBody(outcome, rule.unit, kb),
      })),
    ),
    checks: [...checks],
    unchecked: [...unchecked],
    notices: [...new Set(rule.notices.map(({ text }) => text))],
  }
}

/** Parts of which the same is said are told together. */
function merged(outcomes: readonly Body['outcomes'][number][]): Body['outcomes'] {
  const found = new Map<string, Body['outcomes'][number]>()
  for (const { parts, elements, ...said } of outcomes) {
    const key = JSON.stringify(said)
    const same = found.get(key)
    found.set(key, { ...said, parts: [...(same?.parts ?? []), ...parts], elements: [...(same?.elements ?? []), ...elements] })
  }
  return [...found.values()]
}

function outcomeBody(outcome: PartOutcome, unit: string, kb: KnowledgeBase): Omit<Body['outcomes'][number], 'parts' | 'elements'> {
  const { standing, bounds, cases, needs, why, assumed, forbids } = outcome
  const supposed = supposedText(outcome, kb)
  return {
    standing,
    limits: limitsBody(bounds),
    text: boundsText(bounds, unit, kb.language),
    ...casesBody(cases(), unit, kb),
    needs: needs.map((name) => labelled(name, kb)),
    why: why === undefined ? null : `${whyText(why, assumed, kb)}${supposed}`,
    assumed: assumed.map(({ dimension, value }) => ({ ...labelled(dimension, kb), text: valueLabel(kb, dimension, value) })),
    forbids,
  }
}

function limitsBody(bounds: readonly Bound[]): Body['outcomes'][number]['limits'] {
  return bounds.map((bound) => ({ comparison: comparisonOf(bound), value: jsonNumber(bound.limit) }))
}

/** The cases in which a rule binds; `otherwise_free` if there are others. */
function casesBody(
  cases: readonly RuleCase[] | undefined,
  unit: string,
  kb: KnowledgeBase,
): Pick<Body['outcomes'][number], 'cases' | 'otherwise_free'> {
  if (cases === undefined) return { cases: null, otherwise_free: false }
  const binding = cases.flatMap(({ when, bounds }) => {
    const told = [...when].map(([name, group]) => ({ ...labelled(name, kb), text: groupText(name, group, kb) }))
    return bounds === undefined ? [] : [{ when: told, limits: limitsBody(bounds), text: boundsText(bounds, unit, kb.language) }]
  })
  return { cases: binding, otherwise_free: binding.length < cases.length }
}

function labelled(name: string, { book }: KnowledgeBase): { field: string; label: string } {
  return { field: name, label: book.dimensions.byId.get(name)?.label ?? name }
}

/** A group of values in words: `Docente o Comercial`, `más de 28 m y hasta 50 m`. */
function groupText(name: string, group: Group, kb: KnowledgeBase): string {
  const dimension = kb.book.dimensions.byId.get(name)
  const say = (es: string, en: string): string => said(kb, { es, en })
  const measured = (value: Exact): string => `${numberText(kb, value)} ${dimension?.unit ?? ''}`.trim()
  if (group.kind === 'values') {
    const shown = group.values.map((value) => (typeof value === 'string' ? valueLabel(kb, name, value) : measured(value)))
    return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} ${say('o', 'or')} ${shown.at(-1)}` : (shown[0] ?? '')
  }
  const { from, to } = group
  if (from?.isIncluded === true && to?.isIncluded === true && from.value.equals(to.value)) return measured(from.value)
  const lower = from === undefined ? [] : [`${from.isIncluded ? say('desde', 'from') : say('más de', 'more than')} ${measured(from.value)}`]
  const upper = to === undefined ? [] : [`${to.isIncluded ? say('hasta', 'up to') : say('menos de', 'less than')} ${measured(to.value)}`]
  return [...lower, ...upper].join(say(' y ', ' and ')) || say('cualquiera', 'any')
}

function whyText(why: Why, assumed: PartOutcome['assumed'], kb: KnowledgeBase): string {
  const say = (es: string, en: string): string => said(kb, { es, en })
  const label = (name: string): string => kb.book.dimensions.byId.get(name)?.label ?? name
  const stated = (name: string, value: Exact | string): string => statedText(name, value, kb)
  switch (why.kind) {
    case 'condition':
      return assumed.some(({ dimension }) => dimension === why.dimension)
        ? `${say('No rige si, como se supone,', 'It does not apply if, as assumed,')} ${stated(why.dimension, why.value)}`
        : `${say('No rige con', 'It does not apply with')} ${stated(why.dimension, why.value)}`
    case 'exempt':
      return why.text ?? say('La norma lo exceptúa', 'The regulation exempts it')
    case 'no-limit':
      return say('La norma no fija límite en este caso', 'The regulation sets no limit in this case')
    case 'absent':
      return say(`El edificio no tiene «${why.element.label}»`, `The building has no "${why.element.en ?? why.element.label}"`)
    case 'other-thing':
      return say(
        `«${why.element.label}» no es de aquí, por «${label(kb.book.dimensions.named(why.dimension)?.id ?? why.dimension)}»`,
        `"${why.element.en ?? why.element.label}" is not of this place, because of "${label(kb.book.dimensions.named(why.dimension)?.id ?? why.dimension)}"`,
      )
    case 'not-reached':
      return `${say('No se alcanza, con', 'It is not reached, with')} ${stated(why.dimension, why.value)}`
    default:
      return why satisfies never
  }
}

/** The defaults that a reason rests on: ` (se supone «Edificio aislado»: No)`. The condition that is not met names its own. */
function supposedText({ why, assumed, restsOn }: PartOutcome, kb: KnowledgeBase): string {
  if (why?.kind === 'condition') return ''
  const told = assumed.filter(({ dimension }) => restsOn.includes(dimension))
  const texts = told.map(({ dimension, value }) => statedText(dimension, value, kb))
  return texts.length === 0 ? '' : ` (${said(kb, { es: 'se supone', en: 'assumed' })} ${texts.join('; ')})`
}

/** A datum with its value: `«Uso del edificio»: Docente`. */
function statedText(name: string, value: Exact | string, kb: KnowledgeBase): string {
  const { label } = labelled(name, kb)
  return `${said(kb, { es: `«${label}»`, en: `"${label}"` })}: ${valueLabel(kb, name, value)} ${unitOf(name, value, kb)}`.trim()
}

function unitOf(name: string, value: Exact | string, { book }: KnowledgeBase): string {
  return typeof value === 'string' ? '' : (book.dimensions.byId.get(name)?.unit ?? '')
}
