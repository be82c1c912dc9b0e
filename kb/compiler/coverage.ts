import type { Verification } from '../../server/engine/schema.ts'
import type { Compiled } from './compile.ts'

export type Levels = Readonly<Record<Verification, number>>

/** What the base holds of one document, and what it does not. */
export interface DocumentCoverage {
  readonly document: string
  readonly title: string
  readonly editions: readonly string[]
  /** Wordings held; of the sections that exist, how many are held. */
  readonly articles: number
  readonly sections: { readonly existing: number; readonly held: number; readonly missing: readonly string[] }
  readonly sections_by_verification: Levels
  readonly tables: number
  readonly cells: number
  readonly rules: {
    readonly total: number
    readonly deciding: number
    readonly by_kind: Readonly<Record<string, number>>
    readonly by_verification: Levels
    /** Read a second time in the official text, and not. */
    readonly reviewed: number
    readonly not_reviewed: number
  }
  /** Rules that wait for a reading: they decide no verdict. */
  readonly waiting: readonly string[]
}

export interface Coverage {
  readonly documents: readonly DocumentCoverage[]
  readonly municipalities: { readonly total: number; readonly without_altitude: readonly string[] }
  readonly regional_regulations: { readonly total: number; readonly unverified: number }
}

/** The coverage report of a compiled base. */
export function coverageOf({ documents, geo }: Compiled): Coverage {
  return {
    documents: documents.map(({ source, sections, tables, rules, index }) => {
      const held = new Set(sections.map(({ value }) => value.section))
      const missing = index.filter(({ slug }) => !held.has(slug))
      const kinds = new Map<string, number>()
      for (const { value } of rules) kinds.set(value.kind, (kinds.get(value.kind) ?? 0) + 1)
      const waiting = rules.filter(({ value }) => value.verification === 'unverified').map(({ value }) => value.id)
      return {
        document: source.slug,
        title: source.title,
        editions: source.editions.map(({ version }) => version),
        articles: sections.length,
        sections: {
          existing: index.length === 0 ? held.size : index.length,
          held: index.length === 0 ? held.size : index.length - missing.length,
          missing: missing.map(({ slug, number, title }) => `${slug} (${number}. ${title})`),
        },
        sections_by_verification: levels(sections.map(({ value }) => value.verification)),
        tables: tables.length,
        cells: tables.reduce(
          (sum, { value }) =>
            sum +
            value.rows.reduce(
              (cells, row) =>
                cells + row.filter((cell, column) => cell !== '' && cell !== '—' && !value.keys.includes(value.header[column] ?? '')).length,
              0,
            ),
          0,
        ),
        rules: {
          total: rules.length,
          deciding: rules.filter(({ value }) => value.kind === 'limit' && value.verification !== 'unverified').length,
          by_kind: Object.fromEntries([...kinds].sort()),
          by_verification: levels(rules.map(({ value }) => value.verification)),
          reviewed: rules.filter(({ value }) => value.reviewed !== undefined).length,
          not_reviewed: rules.filter(({ value }) => value.reviewed === undefined).length,
        },
        waiting,
      }
    }),
    municipalities: {
      total: geo.municipalities.length,
      without_altitude: geo.municipalities.filter(({ altitude_m }) => altitude_m === null).map(({ ine }) => ine),
    },
    regional_regulations: {
      total: geo.regulations.length,
      unverified: geo.regulations.filter(({ verificacion }) => verificacion === 'unverified').length,
    },
  }
}

function levels(all: readonly Verification[]): Levels {
  const count = (level: Verification) => all.filter((one) => one === level).length
  return {
    official_text: count('official_text'),
    two_readers: count('two_readers'),
    single_reader: count('single_reader'),
    unverified: count('unverified'),
  }
}

/** The report as the page that is kept beside the sources. */
export function coveragePage(coverage: Coverage): string {
  const rows = coverage.documents.map(
    ({ document, sections, articles, tables, cells, rules }) =>
      `| ${document} | ${sections.held} / ${sections.existing} | ${articles} | ${tables} | ${cells} | ${rules.total} | ${rules.deciding} | ${rules.by_verification.official_text} | ${rules.by_verification.two_readers} | ${rules.by_verification.single_reader} | ${rules.by_verification.unverified} | ${rules.reviewed} | ${rules.not_reviewed} |`,
  )
  const gaps = coverage.documents.flatMap(({ document, sections, waiting }) => [
    ...(sections.missing.length === 0 ? [] : [`- **${document}**, sections not held: ${sections.missing.join('; ')}.`]),
    ...(waiting.length === 0 ? [] : [`- **${document}**, figures that wait for a reading and decide no verdict: ${waiting.join(', ')}.`]),
  ])
  const { municipalities, regional_regulations } = coverage
  return `# What the base holds, and what it does not

Generated by \`npm run kb:coverage\`; the same report is served at \`/api/v1/meta\`.
"Deciding" counts the limits that can give a verdict. Verification: official text read; two independent readers; one reader; unverified.
"Reviewed" counts the rules read a second time in the official text by somebody other than their author, as they stand now.

| document | sections held | articles | tables | cells | rules | deciding | official | two | one | unverified | reviewed | not reviewed |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

- Municipalities: ${municipalities.total}; without altitude in the gazetteer: ${municipalities.without_altitude.join(', ') || 'none'}.
- Regional regulations listed: ${regional_regulations.total}, of them unverified: ${regional_regulations.unverified}.

## Missing or waiting

${gaps.length === 0 ? 'Nothing.' : gaps.join('\n')}
`
}
