import { z } from 'zod'
import { isDeciding } from '../engine/deciding.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { meantElements, meantParameters } from '../engine/terms.ts'
import { identifier } from '../engine/text.ts'
import { wordingOf } from '../kb/wording.ts'
import { conditionField, conditionsAmong } from './condition.ts'
import { cursorField, reviewedField } from './fields.ts'
import { operation } from './operation.ts'
import { pageOf } from './paging.ts'

const term = z.object({ id: z.string(), label: z.string(), aliases: z.array(z.string()) })

/** Lists rules, filtered by element, parameter or document. */
export const listRules = operation({
  method: 'GET',
  path: '/api/v1/reglas',
  scope: 'read',
  tag: 'verify',
  summary: 'What can be verified',
  description: 'Rules with their element, parameter, unit, the conditions that may be asked for, document and editions. Filter by any of them.',
  input: z.strictObject({
    element: z.string().min(1).max(120).optional(),
    parameter: z.string().min(1).max(120).optional(),
    document: z.string().min(1).max(120).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    cursor: cursorField.optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        kind: z.enum(['limit', 'threshold', 'datum', 'classification', 'orientative']),
        decides: z.boolean().meta({ description: 'True if the rule can give a verdict: it is a limit, and verified' }),
        elements: z.array(term),
        parameter: term.extend({ symbols: z.array(z.string()) }),
        unit: z.string(),
        bound: z.enum(['max', 'min', 'range', 'equals', 'class']),
        strict: z.boolean(),
        conditions: z.array(conditionField),
        depends_on_place: z.array(z.string()),
        document: z.string(),
        section: z.string(),
        locator: z.string().nullable(),
        editions: z.array(z.string()),
        verification: z.string(),
        reviewed: reviewedField,
      }),
    ),
    total: z.int(),
    next_cursor: z.string().nullable(),
  }),
  problems: ['cursor-invalid', 'cursor-stale'],
  examples: { cubierta: { element: 'cubierta-exterior', document: 'cte-db-he' } },
  run(context, input) {
    const { kb } = context
    const { book } = kb
    const elements =
      input.element === undefined ? undefined : new Set(meantElements(book, input.element).flatMap(({ id }) => book.elements.boundBy(id)))
    const parameters = input.parameter === undefined ? undefined : new Set(meantParameters(book, input.parameter).map(({ id }) => id))
    const isAsked = ({ document, rule }: LoadedRule): boolean =>
      (elements === undefined || rule.element.some((id) => elements.has(id))) &&
      (parameters === undefined || parameters.has(rule.parameter)) &&
      (input.document === undefined || identifier(document) === identifier(input.document))
    const page = pageOf(book.rules.filter(isAsked), {
      limit: input.limit,
      cursor: input.cursor,
      query: `reglas ${input.element} ${input.parameter} ${input.document}`,
      pack: kb.meta.sha256,
    })
    return {
      ...page,
      items: page.items.map(({ document, rule, uses }) => {
        const dimensions = [...uses].flatMap((name) => book.dimensions.byId.get(name) ?? [])
        const parameter = book.parameters.byId.get(rule.parameter)
        return {
          id: rule.id,
          title: rule.title,
          kind: rule.kind,
          decides: isDeciding(rule),
          elements: rule.element.map((id) => ({
            id,
            label: book.elements.byId.get(id)?.label ?? id,
            aliases: book.elements.byId.get(id)?.aliases ?? [],
          })),
          parameter: {
            id: rule.parameter,
            label: parameter?.label ?? rule.parameter,
            aliases: parameter?.aliases ?? [],
            symbols: parameter?.symbols ?? [],
          },
          unit: rule.unit,
          bound: rule.bound,
          strict: rule.strict,
          conditions: conditionsAmong(uses, wordingOf(context)),
          depends_on_place: dimensions.filter(({ source }) => source === 'place').map(({ id }) => id),
          document,
          section: rule.cite.section,
          locator: rule.cite.locator ?? null,
          editions: rule.editions,
          verification: rule.verification,
          reviewed: rule.reviewed ?? null,
        }
      }),
    }
  },
})
