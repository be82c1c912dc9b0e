import { z } from 'zod'
import { isDeciding } from '../engine/deciding.ts'
import { openData, type Requirement, requirementsOfElement } from '../engine/requirements.ts'
import { resolveTerms } from '../engine/terms.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { wordingOf } from '../kb/wording.ts'
import { conditionOf } from './condition.ts'
import { contextFailure } from './context-error.ts'
import { codesField, dayField, geoIdField, kbRef } from './fields.ts'
import { placeBody } from './json-values.ts'
import { offeringPairs } from './near-pairs.ts'
import { operation } from './operation.ts'
import { placeFor } from './place-for.ts'
import { refusalError } from './refusal-error.ts'
import { requirementBody } from './requirement-body.ts'
import { requirement, requirementsOutput } from './requirements-schema.ts'
import { contextField, verdictOutput } from './verdict-schema.ts'
import { verifyInput } from './verify-input.ts'

const named = z.object({ id: z.string(), label: z.string() })

const limitsInput = z.strictObject({
  element: verifyInput.shape.element,
  parameter: verifyInput.shape.parameter,
  geo_id: geoIdField,
  context: contextField,
  codes: codesField,
  as_of: dayField.optional(),
})

const limitsOutput = z.object({
  element: named,
  parameter: named,
  geo_context: verdictOutput.shape.geo_context,
  as_of: z.string(),
  items: z
    .array(requirement)
    .meta({ description: 'The limits that bind, and those that data decide; if there are none, those that do not bind, with `why`' }),
  open_data: z
    .array(requirementsOutput.shape.open_data.element)
    .meta({ description: 'Data that decide, those that settle most limits first, with their number' }),
  kb: kbRef,
})

export type LimitsAnswer = z.input<typeof limitsOutput>

/** Tells the limits of an element and a parameter at a place, without a value. */
export const listLimits = operation({
  method: 'POST',
  path: '/api/v1/limites',
  scope: 'verify',
  tag: 'verify',
  summary: 'Which limit an element and a parameter have at a place, without a value',
  description:
    'The question before the check: each limit in force with its figure, or with the table of its cases and the data that decide between them. Names, conditions, links, tables and exceptions are those of `verify`, which judges a value; the shape of a limit is that of `exigencias`.',
  input: limitsInput,
  output: limitsOutput,
  problems: ['contradiction', 'unknown-element', 'unknown-parameter', 'no-applicable-rule', 'unknown-municipality'],
  examples: { cubierta: { element: 'cubierta plana', parameter: 'U', geo_id: 'ES-09059', context: { altitud_m: 1000 } } },
  run(context, input) {
    return offeringPairs(context, input, () => limitsAnswer(context.kb, input, wordingOf(context)))
  },
})

/** The limits of an element and a parameter at a place, in the words of `words`. Throws the errors of `verify` for names and conditions that it refuses. */
export function limitsAnswer(kb: KnowledgeBase, input: z.output<typeof limitsInput>, words = kb): LimitsAnswer {
  const place = placeFor(kb, input.geo_id)
  const asOf = input.as_of ?? kb.meta.referenceDate
  const asked = { element: input.element, parameter: input.parameter, unit: '', value: '', isNumber: false, asOf, place: place.name }
  const terms = resolveTerms(kb.book, { element: input.element, parameter: input.parameter, place, codes: input.codes })
  if ('kind' in terms) throw refusalError(terms, asked, { kb: words })
  const context = { ...Object.fromEntries(terms.sets), ...input.context }
  const found = requirementsOfElement(kb.book, terms, { place, asOf, codes: input.codes, context, parts: [], absent: [] })
  if ('errors' in found) throw contextFailure(found.errors, asked, words)
  const limits = found.requirements.filter(({ loaded }) => isDeciding(loaded.rule) || loaded.rule.kind === 'limit')
  const binding = limits.filter((one) => standingOf(one) !== 'does_not_apply')
  return {
    element: { id: terms.element.id, label: terms.element.label },
    parameter: { id: terms.parameter.id, label: terms.parameter.label },
    geo_context: placeBody(found.place),
    as_of: asOf,
    items: (binding.length > 0 ? binding : limits).map((one) =>
      requirementBody(one, { editions: found.editions, checks: [], unchecked: [], stands: () => true, nameOf: (id) => id }, words),
    ),
    open_data: openData(binding).flatMap(({ dimension, rules }) => {
      const known = words.book.dimensions.byId.get(dimension)
      return known === undefined ? [] : [{ ...conditionOf(known), rules }]
    }),
    kb: { id: kb.meta.id, version: kb.meta.version, sha256: kb.meta.sha256 },
  }
}

function standingOf({ outcomes }: Requirement): string {
  return outcomes[0]?.outcome.standing ?? 'not_held'
}
