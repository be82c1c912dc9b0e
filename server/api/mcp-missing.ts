import { CLIENT_CAPABILITIES_META_KEY, type InputRequest, inputRequired, inputResponse } from '@modelcontextprotocol/server'

type Json = Record<string, unknown>

/** Under which name the missing data are asked for. */
const key = 'missing'

/** What the person was asked so far, and answered. */
export interface Answers {
  readonly given: Json
  readonly asked: readonly string[]
}

/** True if the client can ask its user. On the revision of 2026 each request brings what its client can; before, the client said so once. */
export function canAsk(envelope: unknown, said: unknown): boolean {
  return 'elicitation' in objectIn(objectIn(envelope)[CLIENT_CAPABILITIES_META_KEY] ?? said)
}

/** The arguments of a call with the data that the person has answered so far, in `context`. What the call states itself wins. */
export function withAnswers(stated: Json, { given }: Answers): Json {
  return Object.keys(given).length === 0 ? stated : { ...stated, context: { ...given, ...objectIn(stated['context']) } }
}

/** What the person answered in this round and in those before, which the client sends back; undefined if they declined to answer. */
export function answersIn(responses: Readonly<Record<string, unknown>> | undefined, state: string | undefined): Answers | undefined {
  const response = inputResponse(responses, key)
  if (response.kind === 'elicit' && response.action !== 'accept') return undefined
  const now = response.kind === 'elicit' ? Object.entries(response.content ?? {}).filter(([, value]) => value !== null && value !== '') : []
  const before = stateIn(state)
  return { given: { ...before.given, ...Object.fromEntries(now) }, asked: before.asked }
}

/** The question for the data that a problem names as missing, as a form; undefined if there are none that were not asked for before. */
export function questionFor(problem: Json, { given, asked }: Answers) {
  const missing = (Array.isArray(problem['missing']) ? problem['missing'] : []).map(objectIn)
  const properties = Object.fromEntries(
    missing.map((datum) => [String(datum['field']), fieldOf(datum)]).filter(([field]) => !asked.includes(String(field))),
  )
  const fields = Object.keys(properties)
  if (fields.length === 0) return undefined
  const form: InputRequest = inputRequired.elicit({
    message: String(problem['detail']),
    requestedSchema: { type: 'object', properties, required: [] },
  })
  return inputRequired({ inputRequests: { [key]: form }, requestState: JSON.stringify({ given, asked: [...asked, ...fields] }) })
}

/** One datum as a field of a form: none is required, since what is not known must not be guessed. */
function fieldOf(datum: Json) {
  const unit = datum['unit'] === undefined ? '' : ` [${String(datum['unit'])}]`
  const title = `${String(datum['label'])}${unit}`
  const description = String(datum['help'])
  if (datum['type'] === 'number') return { type: 'number' as const, title, description }
  if (datum['type'] === 'boolean') return { type: 'boolean' as const, title, description }
  const allowed = (Array.isArray(datum['allowed']) ? datum['allowed'] : []).map(objectIn)
  return { type: 'string' as const, title, description, oneOf: allowed.map(({ value, label }) => ({ const: String(value), title: String(label) })) }
}

/** The state that came back from the client. It holds only what its user answered, so a forged one can do no more than the arguments of a call. */
function stateIn(state: string | undefined): Answers {
  try {
    const { given, asked } = objectIn(JSON.parse(state ?? '{}'))
    return { given: objectIn(given), asked: Array.isArray(asked) ? asked.map(String) : [] }
  } catch {
    return { given: {}, asked: [] }
  }
}

function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
}
