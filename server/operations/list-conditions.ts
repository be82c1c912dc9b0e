import { z } from 'zod'
import { isDeciding } from '../engine/deciding.ts'
import { wordingOf } from '../kb/wording.ts'
import { conditionField, conditionsAmong } from './condition.ts'
import { operation } from './operation.ts'

/** Lists every condition that a check may state, for forms of projects and headings of tables. */
export const listConditions = operation({
  method: 'GET',
  path: '/api/v1/condiciones',
  scope: 'read',
  tag: 'verify',
  summary: 'Conditions that a case may state',
  description: 'Every condition that a deciding rule may depend on, with its allowed values. Facts that follow from the place are not included.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(conditionField), total: z.int() }),
  problems: [],
  examples: { all: {} },
  run(context) {
    const deciding = context.kb.book.rules.filter(({ rule }) => isDeciding(rule))
    const items = conditionsAmong(new Set(deciding.flatMap(({ uses }) => [...uses])), wordingOf(context))
    return { items, total: items.length }
  },
})
