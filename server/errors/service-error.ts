import { type ErrorCode, errorKinds, type NoVerdictReason } from './error-kinds.ts'
import type { Text } from './language.ts'
import { cut } from './quoted.ts'

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

const mostErrors = 20
const mostCandidates = 60
const mostDetailCharacters = 2000
const mostPointerCharacters = 400

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

/** The failure that nobody foresaw, as callers see it: it tells nothing but where to look. */
export function internalError(): ServiceError {
  return new ServiceError('internal', { es: 'Error interno: cite el identificador de la petición', en: 'Internal error: quote the request id' })
}
