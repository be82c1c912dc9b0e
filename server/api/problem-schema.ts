import { errorKinds, noVerdictReasons } from '../errors/error-kinds.ts'

const object = (properties: Readonly<Record<string, unknown>>) => ({ type: 'object', required: Object.keys(properties), properties })
const string = { type: 'string' }
const listOf = (name: keyof typeof problemParts | 'MissingDatum') => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })

/** JSON Schemas of what a problem lists. */
export const problemParts = {
  FieldError: object({ pointer: string, code: string, detail: string }),
  SectionToRead: object({ code_slug: string, section_slug: string, section: string, number: string, url: string }),
  Threshold: object({
    rule: string,
    title: string,
    comparison: string,
    limit_value: { anyOf: [{ type: 'number' }, string] },
    unit: string,
  }),
  NearPair: object({ element: string, parameter: string, label: string }),
  ConditionName: object({ field: string, label: string, aliases: { type: 'array', items: string } }),
}

/** JSON Schema of a problem body. */
export const problemSchema = {
  type: 'object',
  description: 'RFC 9457 problem; branch on `code`',
  required: ['type', 'title', 'status', 'code', 'detail', 'instance', 'request_id'],
  properties: {
    type: { type: 'string', examples: ['/problems/unknown-element'] },
    title: { type: 'string' },
    status: { type: 'integer', format: 'int64', minimum: 400, maximum: 599 },
    code: { type: 'string', enum: Object.keys(errorKinds) },
    detail: { type: 'string', description: 'The wrong value and what would be right, in Spanish or English by Accept-Language' },
    instance: { type: 'string' },
    request_id: { type: 'string' },
    errors: listOf('FieldError'),
    more_errors: {
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of errors besides the 20 listed',
    },
    candidates: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] } },
    pairs: {
      ...listOf('NearPair'),
      description: 'Where no rule is on the element and parameter: those that the words may mean, most likely first. None was judged',
    },
    missing: { ...listOf('MissingDatum'), description: 'Data that are needed for a verdict' },
    reason: {
      type: 'string',
      enum: [...noVerdictReasons],
      description:
        'Why no rule gives a verdict. `not-bound`: the rules do not bind this case; `not-admitted`: the text does not admit this case, whatever its value; `not-held`: a text limits it and the base does not hold the figure (see `see`); `threshold`: not limited, a duty begins at a figure (see `thresholds`); `not-a-limit`: known, but not as a limit; `no-rule`: the base has no rule on it. By date: `not-yet`, `repealed`, `edition-not-held`, `rule-not-held`, `history-unknown`',
    },
    see: { ...listOf('SectionToRead'), description: 'Sections to read' },
    thresholds: { ...listOf('Threshold'), description: 'Figures from which a duty applies' },
    describe: {
      type: 'string',
      description:
        'Path of what says how to ask verify about this element and parameter: units, conditions, an example. Without a known pair, that of the list of elements',
    },
    conditions: {
      ...listOf('ConditionName'),
      description: 'For a condition or value that is not known: the conditions that rules on this element and parameter use, needed ones first',
    },
    accepted_units: { type: 'array', items: { type: 'string' } },
  },
}
