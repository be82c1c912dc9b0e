import { z } from 'zod'
import { isDeciding } from '../engine/deciding.ts'
import { conditionField, conditionsAmong } from './condition.ts'
import { operation } from './operation.ts'

/** What a case may state of itself, whatever is checked: for who fills in a project, or writes the headings of a table. */
export const listConditions = operation({
  method: 'GET',
  path: '/api/v1/condiciones',
  scope: 'read',
  tag: 'verify',
  summary: 'Conditions that a case may state',
  description:
    'Every condition that some rule which can give a verdict may look at, with its allowed values. What the place gives is not among them.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(conditionField), total: z.int() }),
  problems: [],
  examples: { all: {} },
  run({ kb }) {
    const deciding = kb.book.rules.filter(({ rule }) => isDeciding(rule))
    const items = conditionsAmong(new Set(deciding.flatMap(({ uses }) => [...uses])), kb)
    return { items, total: items.length }
  },
})
