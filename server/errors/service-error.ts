export type Language = 'es' | 'en'

interface Kind {
  readonly status: number
  readonly es: string
  readonly en: string
}

/** Every failure a caller can act upon: its status and title. Clients branch on the code. */
export const errorKinds = {
  'malformed-json': { status: 400, es: 'El cuerpo no es JSON', en: 'The body is not JSON' },
  contradiction: { status: 400, es: 'La petición se contradice', en: 'The request contradicts itself' },
  'cursor-invalid': { status: 400, es: 'Cursor no válido', en: 'Invalid cursor' },
  'cursor-stale': { status: 400, es: 'Cursor de otra consulta o de otra base', en: 'Cursor of another query or knowledge base' },
  'key-missing': { status: 401, es: 'Falta la clave', en: 'No key was sent' },
  'key-malformed': { status: 401, es: 'La clave está mal escrita', en: 'The key is malformed' },
  'key-invalid': { status: 401, es: 'Clave desconocida', en: 'Unknown key' },
  'key-expired': { status: 401, es: 'Clave caducada', en: 'Expired key' },
  'key-revoked': { status: 401, es: 'Clave revocada', en: 'Revoked key' },
  'scope-missing': { status: 403, es: 'La clave no tiene este permiso', en: 'The key lacks this scope' },
  'host-not-allowed': { status: 403, es: 'Nombre de servidor no permitido', en: 'Host name not allowed' },
  'desktop-only': { status: 403, es: 'Solo desde la aplicación de escritorio', en: 'From the desktop application only' },
  'not-found': { status: 404, es: 'No existe', en: 'Not found' },
  'unknown-municipality': { status: 404, es: 'Municipio desconocido', en: 'Unknown municipality' },
  'unknown-section': { status: 404, es: 'Apartado desconocido', en: 'Unknown section' },
  'unknown-collection': { status: 404, es: 'Colección desconocida', en: 'Unknown collection' },
  'unknown-document': { status: 404, es: 'Documento desconocido', en: 'Unknown document' },
  'unknown-place': { status: 404, es: 'Provincia o comunidad desconocida', en: 'Unknown province or community' },
  'unknown-project': { status: 404, es: 'Proyecto desconocido', en: 'Unknown project' },
  'unknown-key': { status: 404, es: 'No hay ninguna clave así', en: 'There is no such key' },
  'method-not-allowed': { status: 405, es: 'Método no admitido', en: 'Method not allowed' },
  'not-acceptable': { status: 406, es: 'No hay representación aceptable', en: 'Not acceptable' },
  'ambiguous-name': { status: 409, es: 'El nombre es de varios municipios', en: 'Several municipalities have this name' },
  'revision-stale': { status: 409, es: 'Otra persona lo ha cambiado entretanto', en: 'Somebody changed it meanwhile' },
  'quota-exceeded': { status: 409, es: 'No queda sitio para más proyectos', en: 'There is no room for more projects' },
  'port-unavailable': { status: 409, es: 'El puerto no se puede abrir', en: 'The port cannot be opened' },
  'too-large': { status: 413, es: 'Cuerpo demasiado grande', en: 'Body too large' },
  'media-type': { status: 415, es: 'Se espera application/json', en: 'Expected application/json' },
  validation: { status: 422, es: 'La petición no es válida', en: 'The request is not valid' },
  'unknown-element': { status: 422, es: 'Elemento desconocido', en: 'Unknown element' },
  'unknown-parameter': { status: 422, es: 'Parámetro desconocido', en: 'Unknown parameter' },
  'unknown-code': { status: 422, es: 'Norma desconocida', en: 'Unknown regulation' },
  'unit-mismatch': { status: 422, es: 'La unidad no mide este parámetro', en: 'The unit does not measure this parameter' },
  'no-applicable-rule': { status: 422, es: 'Sin límite que aplicar a este caso', en: 'No limit to apply to this case' },
  'not-in-force': { status: 422, es: 'Sin regla de esa fecha en la base', en: 'The base has no rule of that day' },
  'geo-too-coarse': { status: 422, es: 'Hace falta un lugar más preciso', en: 'A finer place is needed' },
  'base-refused': { status: 422, es: 'La base no se cambia', en: 'The knowledge base was not changed' },
  indeterminate: { status: 422, es: 'Faltan datos para decidir', en: 'Data is missing to decide' },
  'rate-limited': { status: 429, es: 'Demasiadas peticiones', en: 'Too many requests' },
  internal: { status: 500, es: 'Error interno', en: 'Internal error' },
  'read-only': { status: 503, es: 'Ahora solo se puede leer', en: 'Only reading is possible now' },
  starting: { status: 503, es: 'El servicio está arrancando', en: 'The service is starting' },
} as const satisfies Readonly<Record<string, Kind>>

export type ErrorCode = keyof typeof errorKinds

/** Why no rule gives a verdict: of `no-applicable-rule` the first five, of `not-in-force` the others. */
export const noVerdictReasons = [
  'not-bound',
  'not-held',
  'threshold',
  'not-a-limit',
  'no-rule',
  'not-yet',
  'repealed',
  'edition-not-held',
  'rule-not-held',
  'history-unknown',
] as const
export type NoVerdictReason = (typeof noVerdictReasons)[number]

export interface FieldError {
  /** JSON pointer into the body (`/value`), or the name of a query or path parameter. */
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

export interface MissingField {
  readonly field: string
  readonly label: string
  readonly type: 'number' | 'enum' | 'boolean'
  readonly unit?: string | undefined
  readonly help: string
  readonly allowed?: readonly { readonly value: string; readonly label: string }[] | undefined
  /** Rules that cannot be decided without it. */
  readonly needed_by: readonly string[]
}

/** What a problem carries besides its code. */
export interface ErrorExtras {
  readonly errors?: readonly FieldError[]
  /** How many errors there are besides those listed. */
  readonly more_errors?: number
  readonly candidates?: readonly (string | Readonly<Record<string, string>>)[]
  readonly missing?: readonly MissingField[]
  readonly accepted_units?: readonly string[]
  /** Why no rule gives a verdict, for clients to branch on. */
  readonly reason?: NoVerdictReason
  /** Sections to open. */
  readonly see?: readonly Readonly<Record<'code_slug' | 'section_slug' | 'section' | 'number' | 'url', string>>[]
  /** Figures from which on a duty begins. */
  readonly thresholds?: readonly {
    readonly rule: string
    readonly title: string
    readonly comparison: string
    readonly limit_value: number | string
    readonly unit: string
  }[]
  readonly headers?: Readonly<Record<string, string>>
}

export type Text = Readonly<Record<Language, string>>

const mostQuotedCharacters = 80
const mostErrors = 20
const mostCandidates = 60
const mostDetailCharacters = 2000
const mostPointerCharacters = 400

/** A text that was sent, as an answer repeats it: at most 80 characters, the last of them `…` where it is cut. */
export function quoted(text: string): string {
  return cut(text, mostQuotedCharacters)
}

/** A failure a caller can act upon. Whatever it is made from, it stays short: 20 errors and how many more there are, 60 candidates, a detail of 2,000 characters. `detail` says the value at fault and what would be right, in both languages. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly detail: Text
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, detail: Text, extras: ErrorExtras = {}) {
    const more = (extras.errors?.length ?? 0) - mostErrors + (extras.more_errors ?? 0)
    const short: Text = {
      es: `${cut(detail.es, mostDetailCharacters)}${more > 0 ? `; y ${more} más` : ''}`,
      en: `${cut(detail.en, mostDetailCharacters)}${more > 0 ? `; and ${more} more` : ''}`,
    }
    super(short.en)
    this.name = 'ServiceError'
    this.code = code
    this.detail = short
    this.extras = shortExtras(extras, more)
  }

  get status(): number {
    return errorKinds[this.code].status
  }
}

function shortExtras({ errors, candidates, more_errors: _more, ...rest }: ErrorExtras, more: number): ErrorExtras {
  return {
    ...rest,
    ...(errors === undefined ? {} : { errors: errors.slice(0, mostErrors).map(shortError) }),
    ...(more > 0 ? { more_errors: more } : {}),
    ...(candidates === undefined ? {} : { candidates: candidates.slice(0, mostCandidates) }),
  }
}

function shortError({ pointer, code, detail }: FieldError): FieldError {
  return { pointer: cut(pointer, mostPointerCharacters), code, detail: cut(detail, mostDetailCharacters) }
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half a character is no text: where the cut falls within one, all of it goes.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** The failure that nobody foresaw, as callers see it: it tells nothing but where to look. */
export function internalError(): ServiceError {
  return new ServiceError('internal', { es: 'Error interno: cite el identificador de la petición', en: 'Internal error: quote the request id' })
}

/** The body of an RFC 9457 problem. */
export function problemBody(
  error: ServiceError,
  about: { readonly language: Language; readonly instance: string; readonly requestId: string },
): Record<string, unknown> {
  const { headers: _headers, ...extras } = error.extras
  return {
    type: `/problems/${error.code}`,
    title: errorKinds[error.code][about.language],
    status: error.status,
    code: error.code,
    detail: error.detail[about.language],
    instance: about.instance,
    request_id: about.requestId,
    ...extras,
  }
}
