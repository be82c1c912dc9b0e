import type { Edition } from './book.ts'
import type { Known } from './condition.ts'
import type { ContextError, ContextInput } from './context.ts'
import type { Exact } from './decimal.ts'
import type { Lapse } from './lapse.ts'
import type { Bound, LoadedRule } from './limit.ts'
import type { Gap } from './not-held.ts'
import type { Place } from './place.ts'
import type { ClassPart } from './scale.ts'
import type { Element, Parameter } from './schema.ts'
import type { Finding, Missing } from './verify-rules.ts'

/** A value to hold against the limit in force at a place. */
export interface Request {
  readonly element: string
  readonly parameter: string
  readonly value: Exact | string
  readonly unit: string
  readonly place: Place
  readonly context: ContextInput
  readonly asOf: string
  /** Documents to apply, each at an edition if one is named; none: every one that binds the place. */
  readonly codes: readonly { readonly slug: string; readonly version?: string | undefined }[]
}

export interface Verdict {
  readonly kind: 'verdict'
  readonly element: Element
  readonly parameter: Parameter
  /** True if the texts of the request are not exactly names of the two: then the verdict says what they were taken for. */
  readonly understood: boolean
  /** What is said of a value that was converted inexactly. */
  readonly converted: string | undefined
  readonly findings: readonly Finding[]
  readonly editions: ReadonlyMap<string, Edition>
  /** The day that the rules are applied as of. */
  readonly asOf: string
  readonly undecided: readonly LoadedRule[]
  /** Points that may limit the same thing and that the base does not hold. */
  readonly gaps: readonly Gap[]
  /** Rules that unknown data may make bind; the value meets them if they do. */
  readonly harmless: readonly { readonly loaded: LoadedRule; readonly regardless: readonly string[] }[]
  /** The place as it was judged: at the altitude and in the zone the context gave, if it did. */
  readonly place: Place
  readonly known: Known
  /** Dimensions that took their default, or the altitude of the municipal capital. */
  readonly assumed: readonly string[]
  /** Dimensions that the request itself gave. */
  readonly given: readonly string[]
  /** Dimensions that some rule on the element and parameter reads, whether it binds or not. */
  readonly consulted: ReadonlySet<string>
  /** Rules of a conditional link that was not settled and that could refuse the value. */
  readonly aside: readonly LoadedRule[]
}

/** Why there is no verdict. Each has its own code on the wire. */
export type Refusal =
  | { readonly kind: 'unknown-element'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown-parameter'; readonly candidates: readonly string[] }
  /** The texts may mean any of several pairs; `reason` tells them apart where the vocabulary says so. */
  | {
      readonly kind: 'unclear-terms'
      readonly pairs: readonly { readonly element: Element; readonly parameter: Parameter }[]
      readonly elements: readonly Element[]
      readonly parameters: readonly Parameter[]
      readonly reason: string | undefined
      /** True if the text says none of the pairs, but something that sounds like them. */
      readonly isOther?: boolean
    }
  | { readonly kind: 'unknown-code'; readonly slug: string; readonly version?: string | undefined; readonly candidates: readonly string[] }
  | { readonly kind: 'context'; readonly errors: readonly ContextError[] }
  /** `hint`: what to do with a value in a unit that looks alike. */
  | {
      readonly kind: 'unit-mismatch'
      readonly accepted: readonly string[]
      readonly hint?: string | undefined
      /** Other quantities of the same element that are measured in the unit given. */
      readonly siblings?: readonly Parameter[]
      /** True if a class was asked for, which is no number whatever its unit. */
      readonly isClass: boolean
    }
  /** The value cannot be, whatever the rules say: `parameter` declares what can. */
  | { readonly kind: 'impossible-value'; readonly parameter: Parameter }
  | { readonly kind: 'unknown-class'; readonly accepted: readonly string[] }
  /** The value says a part of a class, which is good enough, and not the others that the limit has. */
  | { readonly kind: 'incomplete-class'; readonly demanded: readonly string[]; readonly parts: readonly ClassPart[] }
  | {
      readonly kind: 'no-applicable-rule'
      readonly why: 'none' | 'not-a-limit' | 'threshold' | 'not-held' | 'conditions' | 'forbidden' | 'exempt' | 'no-limit'
      readonly text: string | undefined
      readonly rules: readonly LoadedRule[]
      /** Elements like the one asked for, of which the quantity is limited. */
      readonly neighbours?: readonly Element[]
      /** The places in the documents where the missing limit is printed. */
      readonly gaps?: readonly Gap[]
      /** Figures from which on a duty begins. */
      readonly thresholds?: readonly { readonly loaded: LoadedRule; readonly bounds: readonly Bound[] }[]
      /** Conditions that keep the rules from binding: what the case has, and the dimension. */
      readonly unmet?: readonly { readonly loaded: LoadedRule; readonly dimension: string }[]
    }
  | {
      readonly kind: 'not-in-force'
      readonly lapses: readonly Lapse[]
      readonly editions: readonly { readonly document: string; readonly version: string; readonly from: string; readonly to: string | null }[]
    }
  | { readonly kind: 'geo-too-coarse'; readonly dimensions: readonly string[]; readonly candidates: Place['within'] }
  | { readonly kind: 'indeterminate'; readonly missing: readonly Missing[]; readonly estimated: ReadonlyMap<string, string> }
