import type { KnowledgeBase } from '../kb/open.ts'
import type { Decision } from './decide.ts'
import { faultText } from './fault-text.ts'
import { spanish } from './measured.ts'
import type { IfcModel, ModelElement } from './model.ts'
import { notChecked, withoutRule } from './not-checked.ts'
import type { VerifyAll } from './outcome.ts'
import { type Plan, type PlannedCheck, planChecks } from './planned-checks.ts'
import { questionsOf } from './questions.ts'
import type { ModelQuestion, ModelReport, ModelResult } from './report-schema.ts'
import { requirementsOf } from './requirements.ts'
import { type UserMap, withUserMap } from './user-map.ts'
import { verifyPlan } from './verify-plan.ts'

/** What a report is made for. */
export interface ReportRequest {
  readonly file: string
  readonly model: IfcModel
  readonly map: UserMap
  readonly kb: KnowledgeBase
  /** Undefined: the place is not confirmed, and nothing is judged. */
  readonly geoId: string | undefined
  readonly placeName: string
  readonly proposed: { readonly geo_id: string; readonly name: string } | undefined
  readonly asOf: string | undefined
  readonly verifyAll: VerifyAll
  readonly progress?: (done: number, total: number) => void
}

/** Checks a model and makes its report. The same model, map, place and knowledge base give the same report. */
export async function reportOf(request: ReportRequest): Promise<ModelReport> {
  const { model, map, kb } = request
  const { mapping } = withUserMap(kb.ifc, map, kb.book)
  const plan = planChecks(model, mapping, map)
  const nameOf = (document: string): string => kb.book.documents.get(document)?.shortTitle ?? document
  const decisions = await verifyPlan(plan.checks, { ...request, nameOf }, request.verifyAll, request.progress ?? (() => undefined))
  const storeyNames = new Map(model.storeys.map(({ globalId, name }) => [globalId, name]))
  const waiting = new Set<string>()
  const decided = plan.checks.flatMap((planned, index) => {
    const decision = decisions[index]
    if (decision === undefined || decision.reason === 'no-rule' || isRepeated(planned, waiting)) return []
    return [{ planned, decision }]
  })
  const order = new Map(model.storeys.map(({ globalId }, index) => [globalId, index]))
  const sorted = decided.toSorted((one, other) => rank(one.planned.element, order) - rank(other.planned.element, order))
  const notes = new Map<string, number>()
  const results = sorted.map(({ planned, decision }, index) => resultOf(planned, decision, { number: index + 1, kb, storeyNames, plan, notes }))
  const count = (status: ModelResult['status']): number => results.filter((one) => one.status === status).length
  const { id, version, sha256 } = kb.meta
  return {
    file: request.file,
    schema: model.schema,
    application: model.application,
    project: model.name,
    place: reportPlace(request),
    as_of: request.asOf ?? kb.meta.referenceDate,
    context: map.context,
    mapping_version: mapping.version,
    summary: {
      total: results.length,
      compliant: count('COMPLIANT'),
      non_compliant: count('NON_COMPLIANT'),
      undecided: count('UNDECIDED'),
    },
    results,
    notes: [...notes.keys()],
    questions: [...placeQuestion(request), ...questionsOf(plan, decisions, mapping), ...roomQuestions(model, plan)],
    without_rule: withoutRule(plan, decisions),
    not_checked: notChecked(model, plan, mapping),
    faults: model.faults.map((fault) => faultText[fault]),
    requirements: requirementsOf(mapping, kb),
    storeys: model.storeys.map(({ globalId, name, elevation }) => ({ global_id: globalId, name, elevation_m: elevation ?? null })),
    shapes: shapesOf(model),
    kb: { id, version, sha256 },
  }
}

function reportPlace({ geoId, placeName, proposed, model: { site } }: ReportRequest): ModelReport['place'] {
  return {
    geo_id: geoId ?? null,
    name: placeName,
    proposed: proposed ?? null,
    latitude: site?.latitude ?? null,
    longitude: site?.longitude ?? null,
    elevation_m: site?.elevation ?? null,
  }
}

/** True for the second of the checks that exclude one another: until a fact is known, an outer wall and a partition are one open check. */
function isRepeated({ element, check, needed }: PlannedCheck, waiting: Set<string>): boolean {
  if (needed.length === 0) return false
  const key = `${element.globalId} ${check.parameter}`
  const isKnown = waiting.has(key)
  waiting.add(key)
  return isKnown
}

/** Lower storeys first; an element without a storey comes last. */
function rank(element: ModelElement, order: ReadonlyMap<string, number>): number {
  return order.get(element.storey) ?? order.size
}

interface Known {
  readonly number: number
  readonly kb: KnowledgeBase
  readonly storeyNames: ReadonlyMap<string, string>
  readonly plan: Plan
  /** Notes of results so far, with their positions. */
  readonly notes: Map<string, number>
}

function resultOf(
  { element, check, subject, measured, cases }: PlannedCheck,
  decision: Decision,
  { number, kb, storeyNames, plan, notes }: Known,
): ModelResult {
  const { missing: _missing, isUnplaced: _isUnplaced, ...told } = decision
  return {
    number,
    check: check.id,
    global_id: element.globalId,
    class: element.class,
    name: nameOf(element),
    storey: storeyNames.get(element.storey) ?? '',
    room: plan.rooms.elementOf(element) ?? '',
    element: subject,
    element_label: kb.book.elements.byId.get(subject)?.label ?? subject,
    parameter: check.parameter,
    parameter_label: kb.book.parameters.byId.get(check.parameter)?.label ?? check.parameter,
    value: measured.values.length === 1 ? (measured.values[0] ?? '') : measured.values.map(spanish).join(' / '),
    unit: check.unit,
    bound: measured.bound,
    source: measured.source,
    ...told,
    notes: [...new Set(told.notes)].map((note) => placeIn(notes, note)),
    context: { ...(cases.length === 1 ? cases[0]?.context : {}) },
  }
}

/** `A101 Vestíbulo`: the long name says what a space is, the short one which. */
function nameOf({ name, longName }: Pick<ModelElement, 'name' | 'longName'>): string {
  return [name, ...(longName === name ? [] : [longName])].filter((text) => text !== '').join(' ')
}

function placeQuestion({ geoId, proposed }: ReportRequest): ModelQuestion[] {
  if (geoId !== undefined) return []
  const text =
    proposed === undefined
      ? '¿En qué municipio está el edificio?'
      : `¿Está el edificio en ${proposed.name}? Es lo que dicen las coordenadas del modelo.`
  const how = proposed === undefined ? '--geo ES-28079, o el nombre del municipio' : `--geo ${proposed.geo_id}, o --confirm-place`
  return [{ kind: 'place', field: 'geo_id', text, allowed: [], unit: '', count: 0, classes: [], elements: [], how }]
}

/** Names of rooms that nobody knows, each once. */
function roomQuestions(model: IfcModel, { rooms }: Plan): ModelQuestion[] {
  const unknown = model.elements.flatMap((element) => {
    const name = rooms.unknownName(element)
    return name === undefined ? [] : [{ name, globalId: element.globalId }]
  })
  return [...Map.groupBy(unknown, ({ name }) => name)]
    .map(([name, spaces]): ModelQuestion => {
      return {
        kind: 'room',
        field: name,
        text: `¿Qué es «${name}»?`,
        allowed: [],
        unit: '',
        count: spaces.length,
        classes: ['IfcSpace'],
        elements: spaces.slice(0, 100).map(({ globalId }) => globalId),
        how: `--map: rooms: { ${JSON.stringify(name)}: dormitorio }, o ninguno si no se comprueba`,
      }
    })
    .toSorted((one, other) => other.count - one.count)
}

function placeIn(notes: Map<string, number>, note: string): number {
  const known = notes.get(note) ?? notes.size
  notes.set(note, known)
  return known
}

function shapesOf(model: IfcModel): ModelReport['shapes'] {
  return model.elements.flatMap(({ globalId, class: className, name, longName, storey, shape }) =>
    shape === undefined
      ? []
      : [{ global_id: globalId, class: className, name: nameOf({ name, longName }), storey, min: shape.min, max: shape.max, outline: shape.outline }],
  )
}
