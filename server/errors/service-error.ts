import { type ErrorCode, errorKinds, type NoVerdictReason } from './error-kinds.ts'
import type { Language, Text } from './language.ts'
import { cut } from './quoted.ts'

export interface FieldError {
  /** JSON pointer into the body (`/value`), or the name of a query or path parameter. */
  readonly pointer: string
  readonly code: string
  /** In both languages, or already in that of the request. */
  readonly detail: string | Text
}

/** A field error as an answer has it. */
export interface ShownError extends FieldError {
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

/** The optional fields of a problem. */
export interface ErrorExtras {
  readonly errors?: readonly FieldError[]
  /** Number of errors that are not listed. */
  readonly more_errors?: number
  readonly candidates?: readonly (string | Readonly<Record<string, string>>)[]
  /** Elements and parameters that the words of a request may mean, where no rule is on what it names. */
  readonly pairs?: readonly Readonly<Record<'element' | 'parameter' | 'label', string>>[]
  readonly missing?: readonly MissingField[]
  /** The path of what says how to ask about the element and parameter. */
  readonly describe?: string
  /** The conditions that rules on the element and parameter use. */
  readonly conditions?: readonly { readonly field: string; readonly label: string; readonly aliases: readonly string[] }[]
  readonly accepted_units?: readonly string[]
  /** Why no rule gives a verdict, for clients to branch on. */
  readonly reason?: NoVerdictReason
  /** Sections to read. */
  readonly see?: readonly Readonly<Record<'code_slug' | 'section_slug' | 'section' | 'number' | 'url', string>>[]
  /** Figures from which a duty applies. */
  readonly thresholds?: readonly {
    readonly rule: string
    readonly title: string
    readonly comparison: string
    readonly limit_value: number | string
    readonly unit: string
  }[]
  readonly headers?: Readonly<Record<string, string>>
}

const mostErrors = 20
const mostCandidates = 60
const mostDetailCharacters = 2000
const mostPointerCharacters = 400

/**
 * An error that the caller of the API can act upon; it becomes a problem document. `detail` has the wrong value and what would be right, in
 * both languages. It is cut to 20 errors with the number of the others, 60 candidates, and a detail of 2,000 characters.
 */
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
  const short =
    typeof detail === 'string'
      ? cut(detail, mostDetailCharacters)
      : { es: cut(detail.es, mostDetailCharacters), en: cut(detail.en, mostDetailCharacters) }
  return { pointer: cut(pointer, mostPointerCharacters), code, detail: short }
}

/** The optional fields of a problem as an answer has them, in one language. */
export function shownExtras(
  { headers: _headers, errors, ...rest }: ErrorExtras,
  language: Language,
): Omit<ErrorExtras, 'errors' | 'headers'> & { errors?: ShownError[] } {
  return { ...(errors === undefined ? {} : { errors: errors.map((one) => shownError(one, language)) }), ...rest }
}

/** A field error in one language. */
export function shownError({ pointer, code, detail }: FieldError, language: Language): ShownError {
  return { pointer, code, detail: typeof detail === 'string' ? detail : detail[language] }
}

/** The same error with more fields. */
export function withExtras({ code, detail, extras }: ServiceError, more: ErrorExtras): ServiceError {
  return new ServiceError(code, detail, { ...extras, ...more })
}

/** The error that callers get in place of an unexpected one: it only asks them to quote the request id. */
export function internalError(): ServiceError {
  return new ServiceError('internal', { es: 'Error interno: cite el identificador de la petición', en: 'Internal error: quote the request id' })
}
