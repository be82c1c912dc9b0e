import type { IfcMapping } from '../kb/ifc-mapping.ts'
import type { Decision } from './decide.ts'
import type { MissingCondition } from './outcome.ts'
import type { Plan, PlannedCheck } from './planned-checks.ts'
import type { ModelQuestion } from './report-schema.ts'

const mostListed = 100

/** One thing that an element waits for. */
type Wanted = Omit<ModelQuestion, 'count' | 'classes' | 'elements'> & { readonly globalId: string; readonly className: string }

/** What must be known to decide the rest, each thing once for all elements that wait for it; the one that settles most comes first. */
export function questionsOf(plan: Plan, decisions: readonly Decision[], mapping: IfcMapping): ModelQuestion[] {
  const wanted = [
    ...plan.checks.flatMap((check, index) => wantedBy(check, decisions[index], mapping)),
    // Whether a check applies comes first: a fire rating is not asked of every wall.
    ...plan.withoutValue.flatMap(({ element, check, needed }): Wanted[] => {
      if (needed.length > 0) return []
      const [first] = check.values
      return [
        {
          ...blank,
          kind: 'value',
          field: first?.from ?? '',
          text: `Falta en el modelo ${first?.from ?? ''}${check.note === '' ? '' : `. ${check.note}`}`,
          unit: check.unit,
          how: `En el programa de modelado: ${first?.from ?? ''}`,
          globalId: element.globalId,
          className: element.class,
        },
      ]
    }),
  ]
  const groups = Map.groupBy(wanted, ({ kind, field, className }) => `${kind} ${field} ${kind === 'condition' ? '' : className}`)
  return [...groups.values()]
    .map((group) => question(group))
    .filter((one) => one !== undefined)
    .toSorted((one, other) => other.count - one.count)
}

const blank = { allowed: [], unit: '' }

function question(group: readonly Wanted[]): ModelQuestion | undefined {
  const [first] = group
  if (first === undefined) return undefined
  const { globalId: _globalId, className: _className, ...asked } = first
  const ids = [...new Set(group.map(({ globalId }) => globalId))]
  const classes = [...new Set(group.map(({ className }) => className))]
  return { ...asked, count: ids.length, classes, elements: ids.slice(0, mostListed) }
}

function wantedBy(planned: PlannedCheck, decision: Decision | undefined, mapping: IfcMapping): Wanted[] {
  if (decision === undefined || decision.status !== 'UNDECIDED' || decision.isUnplaced === true) return []
  const { element, check, measured } = planned
  const of = { globalId: element.globalId, className: element.class }
  switch (decision.reason) {
    case 'fact':
      return factsWanted(planned, mapping).map((one) => ({ ...one, ...of }))
    case 'condition':
      return decision.missing.map((one) => ({ ...conditionWanted(one, element.class), ...of }))
    case 'bound':
      return [
        {
          ...blank,
          kind: 'measure',
          field: check.values[0]?.from ?? check.id,
          text: decision.detail,
          unit: check.unit,
          how: `En el programa de modelado: ${check.values[0]?.from ?? ''}`,
          ...of,
        },
      ]
    case 'text':
    case 'unit':
      return [{ ...blank, kind: 'unit', field: measured.source, text: decision.detail, unit: check.unit, how: check.note, ...of }]
    case 'conflict':
      return [{ ...blank, kind: 'conflict', field: check.parameter, text: decision.detail, unit: check.unit, how: 'Corrija el modelo', ...of }]
    case 'place':
    case 'problem':
      return [{ ...blank, kind: 'problem', field: decision.detail, text: decision.detail, how: '', ...of }]
    case 'no-rule':
    case undefined:
      return []
    default:
      return decision.reason satisfies never
  }
}

type Question = Omit<Wanted, 'globalId' | 'className'>

/** The facts that a check needs to apply, else those whose answers lead to different results. */
function factsWanted({ element, needed, tried }: PlannedCheck, mapping: IfcMapping): Question[] {
  return (needed.length === 0 ? tried : needed).map((name) => ({
    ...blank,
    kind: 'fact',
    field: name,
    text: mapping.facts[name]?.label ?? name,
    how: `--map: answers: [{ class: ${element.class}, facts: { ${name}: true } }]`,
  }))
}

const yesOrNo = [
  { value: 'true', label: 'Sí' },
  { value: 'false', label: 'No' },
]

function conditionWanted({ field, label, type, help, allowed, unit }: MissingCondition, className: string): Question {
  return {
    kind: 'condition',
    field,
    text: `${label}. ${help}`,
    allowed: type === 'boolean' ? yesOrNo : [...(allowed ?? [])],
    unit: unit ?? '',
    how: `--context ${field}=… para todo el edificio, o --map: answers: [{ class: ${className}, context: { ${field}: … } }]`,
  }
}
