import type { RegionalMatter } from '../engine/book.ts'
import type { NotHeld } from '../engine/not-held.ts'
import type { Outside } from '../engine/schema.ts'

/** A document as the pack stores it. */
export interface DocumentBody {
  readonly slug: string
  readonly collection: string
  readonly title: string
  readonly short_title: string
  readonly authority: string
  readonly identifier?: string
  readonly url?: string
  readonly aliases: readonly string[]
  readonly scope: { readonly level: 'national' } | { readonly level: 'regional'; readonly ccaa: string }
  readonly displaced_in?: readonly string[]
  readonly regional_matters?: readonly RegionalMatter[]
  readonly text_kind: 'normalised' | 'official'
  readonly editions: readonly {
    readonly version: string
    readonly label: string
    readonly date_basis: string
    readonly instruments: readonly string[]
    readonly changes: string
    /** Absent from packs of earlier versions. */
    readonly partial?: boolean
  }[]
  readonly notices: readonly string[]
  readonly outside?: readonly Outside[]
  readonly first_in_force?: string
  /** Limits of the document that the knowledge base does not contain. `when` is stored JSON, see `loadConditions`. Absent from packs of earlier versions. */
  readonly not_held?: readonly (Omit<NotHeld, 'when'> & { readonly when: unknown })[]
}
