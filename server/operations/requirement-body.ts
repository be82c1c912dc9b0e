import type { z } from 'zod'
import { sectionIn } from '../engine/book.ts'
import { boundsText } from '../engine/bounds-text.ts'
import type { Group, RuleCase } from '../engine/cases.ts'
import { comparisonOf } from '../engine/compare.ts'
import { type Exact, toSpanish } from '../engine/decimal.ts'
import type { Bound } from '../engine/limit.ts'
import type { PartOutcome, Requirement, Requirements, Why } from '../engine/requirements.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { citationOf } from './citation.ts'
import { jsonNumber } from './json-values.ts'
import type { Coverage } from './requirement-coverage.ts'
import type { requirement } from './requirements-schema.ts'
import { valueLabel } from './value-label.ts'

type Body = z.input<typeof requirement>

/** What is told of a requirement besides its outcomes. */
interface Told extends Pick<Requirements, 'editions'>, Coverage {
  /** True if the building may have an element of the rule. */
  stands(element: string): boolean
  /** The name of an element of the project. */
  nameOf(id: string): string
}

/** A requirement as it is answered, with its citation; texts are in Spanish. */
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
    text: boundsText(bounds, unit),
    ...casesBody(cases, unit, kb),
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
    return bounds === undefined ? [] : [{ when: told, limits: limitsBody(bounds), text: boundsText(bounds, unit) }]
  })
  return { cases: binding, otherwise_free: binding.length < cases.length }
}

function labelled(name: string, { book }: KnowledgeBase): { field: string; label: string } {
  return { field: name, label: book.dimensions.byId.get(name)?.label ?? name }
}

/** A group of values in words: `Docente o Comercial`, `más de 28 m y hasta 50 m`. */
function groupText(name: string, group: Group, kb: KnowledgeBase): string {
  const dimension = kb.book.dimensions.byId.get(name)
  const measured = (value: Exact): string => `${toSpanish(value)} ${dimension?.unit ?? ''}`.trim()
  if (group.kind === 'values') {
    const shown = group.values.map((value) => (typeof value === 'string' ? valueLabel(kb, name, value) : measured(value)))
    return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} o ${shown.at(-1)}` : (shown[0] ?? '')
  }
  const { from, to } = group
  if (from?.isIncluded === true && to?.isIncluded === true && from.value.equals(to.value)) return measured(from.value)
  const lower = from === undefined ? [] : [`${from.isIncluded ? 'desde' : 'más de'} ${measured(from.value)}`]
  const upper = to === undefined ? [] : [`${to.isIncluded ? 'hasta' : 'menos de'} ${measured(to.value)}`]
  return [...lower, ...upper].join(' y ') || 'cualquiera'
}

function whyText(why: Why, assumed: PartOutcome['assumed'], kb: KnowledgeBase): string {
  const label = (name: string): string => kb.book.dimensions.byId.get(name)?.label ?? name
  const stated = (name: string, value: Exact | string): string => `«${label(name)}»: ${valueLabel(kb, name, value)} ${unitOf(name, value, kb)}`.trim()
  switch (why.kind) {
    case 'condition':
      return `${assumed.some(({ dimension }) => dimension === why.dimension) ? 'No rige si, como se supone,' : 'No rige con'} ${stated(why.dimension, why.value)}`
    case 'exempt':
      return why.text ?? 'La norma lo exceptúa'
    case 'no-limit':
      return 'La norma no fija límite en este caso'
    case 'absent':
      return `El edificio no tiene «${why.element.label}»`
    case 'other-thing':
      return `«${why.element.label}» no es de aquí, por «${kb.book.dimensions.named(why.dimension)?.label ?? why.dimension}»`
    case 'not-reached':
      return `No se alcanza, con ${stated(why.dimension, why.value)}`
    default:
      return why satisfies never
  }
}

/** The defaults that a reason rests on: ` (se supone «Edificio aislado»: No)`. The condition that is not met names its own. */
function supposedText({ why, assumed, restsOn }: PartOutcome, kb: KnowledgeBase): string {
  if (why?.kind === 'condition') return ''
  const told = assumed.filter(({ dimension }) => restsOn.includes(dimension))
  const texts = told.map(({ dimension, value }) =>
    `«${labelled(dimension, kb).label}»: ${valueLabel(kb, dimension, value)} ${unitOf(dimension, value, kb)}`.trim(),
  )
  return texts.length === 0 ? '' : ` (se supone ${texts.join('; ')})`
}

function unitOf(name: string, value: Exact | string, { book }: KnowledgeBase): string {
  return typeof value === 'string' ? '' : (book.dimensions.byId.get(name)?.unit ?? '')
}
