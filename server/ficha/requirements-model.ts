/** A standing with its words on paper. */
export type PrintedStanding = 'applies' | 'depends' | 'not_held' | 'does_not_apply'

type Counts = Readonly<Record<PrintedStanding, number>>

/** What a requirement asks of some parts of the building. */
export interface PrintedOutcome {
  /** Names of the parts; empty text: the building. */
  readonly parts: readonly string[]
  readonly standing: PrintedStanding
  readonly text: string
  readonly cases: readonly { readonly when: readonly { readonly label: string; readonly text: string }[]; readonly text: string }[] | null
  readonly otherwise_free: boolean
  readonly needs: readonly { readonly label: string }[]
  readonly why: string | null
  readonly assumed: readonly { readonly label: string; readonly text: string }[]
}

/** A requirement as printed. */
export interface PrintedRequirement {
  readonly title: string
  readonly document: string
  readonly section: string
  readonly place_in_text: string
  readonly section_title: string
  readonly outcomes: readonly PrintedOutcome[]
  readonly notices: readonly string[]
}

/** The requirements of a building with every text as printed. Documents and their sections are in the order in which they are printed. */
export interface PrintedSheet {
  readonly geo_context: { readonly geo_id: string; readonly name: string; readonly climate_zone: string | null; readonly altitude_m: number | null }
  readonly as_of: string
  readonly kb: { readonly id: string; readonly version: string; readonly sha256: string }
  readonly service_version: string
  readonly summary: Counts & { readonly total: number }
  /** The data that the building states; `part` is empty for those of the whole. */
  readonly stated: readonly { readonly part: string; readonly label: string; readonly text: string }[]
  /** What the building does not have. */
  readonly absent_labels: readonly string[]
  readonly documents: readonly (Counts & { readonly slug: string; readonly title: string; readonly version: string })[]
  readonly open_data: readonly { readonly label: string; readonly rules: number }[]
  readonly not_held: readonly { readonly document: string; readonly place_in_text: string; readonly text: string }[]
  readonly norms_not_held: readonly { readonly title: string; readonly matters: readonly string[] }[]
  readonly editions_not_held: readonly { readonly title: string }[]
  readonly items: readonly PrintedRequirement[]
}
