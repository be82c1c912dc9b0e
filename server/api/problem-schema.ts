import { errorKinds, noVerdictReasons } from '../errors/error-kinds.ts'

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
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: { pointer: { type: 'string' }, code: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    more_errors: {
      type: 'integer',
      format: 'int64',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of errors besides the 20 listed',
    },
    candidates: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }] } },
    missing: {
      type: 'array',
      description: 'Data that are needed for a verdict',
      items: {
        type: 'object',
        required: ['field', 'label', 'type', 'help', 'needed_by'],
        properties: {
          field: { type: 'string' },
          label: { type: 'string' },
          type: { type: 'string', enum: ['number', 'enum', 'boolean'] },
          unit: { type: 'string' },
          help: { type: 'string' },
          allowed: {
            type: 'array',
            items: { type: 'object', required: ['value', 'label'], properties: { value: { type: 'string' }, label: { type: 'string' } } },
          },
          needed_by: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    reason: {
      type: 'string',
      enum: [...noVerdictReasons],
      description:
        'Why no rule gives a verdict. `not-bound`: the rules do not bind this case; `not-admitted`: the text does not admit this case, whatever its value; `not-held`: a text limits it and the base does not hold the figure (see `see`); `threshold`: not limited, a duty begins at a figure (see `thresholds`); `not-a-limit`: known, but not as a limit; `no-rule`: the base has no rule on it. By date: `not-yet`, `repealed`, `edition-not-held`, `rule-not-held`, `history-unknown`',
    },
    see: {
      type: 'array',
      description: 'Sections to read',
      items: {
        type: 'object',
        required: ['code_slug', 'section_slug', 'section', 'number', 'url'],
        properties: {
          code_slug: { type: 'string' },
          section_slug: { type: 'string' },
          section: { type: 'string' },
          number: { type: 'string' },
          url: { type: 'string' },
        },
      },
    },
    thresholds: {
      type: 'array',
      description: 'Figures from which a duty applies',
      items: {
        type: 'object',
        required: ['rule', 'title', 'comparison', 'limit_value', 'unit'],
        properties: {
          rule: { type: 'string' },
          title: { type: 'string' },
          comparison: { type: 'string' },
          limit_value: { anyOf: [{ type: 'number' }, { type: 'string' }] },
          unit: { type: 'string' },
        },
      },
    },
    describe: {
      type: 'string',
      description:
        'Path of what says how to ask verify about this element and parameter: units, conditions, an example. Without a known pair, that of the list of elements',
    },
    conditions: {
      type: 'array',
      description: 'For a condition or value that is not known: the conditions that rules on this element and parameter use, needed ones first',
      items: {
        type: 'object',
        required: ['field', 'label', 'aliases'],
        properties: { field: { type: 'string' }, label: { type: 'string' }, aliases: { type: 'array', items: { type: 'string' } } },
      },
    },
    accepted_units: { type: 'array', items: { type: 'string' } },
  },
}
