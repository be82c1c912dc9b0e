import { useAnswer } from '../session.tsx'
import { Waiting } from '../shared/notices.tsx'
import { TableHead } from '../shared/table-head.tsx'
import { useServidorWords } from './use-words.ts'

/** The coverage report, as the compiler of the base writes it (`/api/v1/meta`). */
interface Coverage {
  readonly documents: readonly {
    readonly document: string
    readonly title: string
    readonly sections: { readonly existing: number; readonly full: number; readonly in_part: readonly string[]; readonly missing: readonly string[] }
    readonly rules: { readonly deciding: number }
    readonly waiting: readonly string[]
  }[]
  readonly municipalities: { readonly without_altitude: readonly string[] }
  readonly regional_regulations: { readonly total: number; readonly unverified: number }
}

/** The gaps of the knowledge base in use. */
export function CoveragePanel() {
  const words = useServidorWords()
  const meta = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  return (
    <section className="panel">
      <h2>{words.unknown}</h2>
      {/* The report is untyped in the API, so its type is asserted here. */}
      {meta.data === undefined ? <Waiting /> : <Unknown coverage={meta.data.coverage as Coverage} />}
    </section>
  )
}

function Unknown({ coverage }: { readonly coverage: Coverage }) {
  const words = useServidorWords()
  const { documents, municipalities, regional_regulations: regional } = coverage
  const sum = (of: (one: Coverage['documents'][number]) => number): number => documents.reduce((total, one) => total + of(one), 0)
  return (
    <>
      <ul>
        <li>{words.unknownSections(sum(({ sections }) => sections.missing.length))}</li>
        <li>{words.partSections(sum(({ sections }) => sections.in_part.length))}</li>
        <li>{words.unknownRules(sum(({ waiting }) => waiting.length))}</li>
        <li>{words.unknownRegional(regional.total, regional.unverified)}</li>
        <li>{words.unknownAltitudes(municipalities.without_altitude.length)}</li>
      </ul>
      <details>
        <summary>{words.byDocument}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className="scroll" aria-label={words.byDocument} tabIndex={0}>
          <table>
            <TableHead columns={[words.document, words.held, words.deciding, words.waiting]} />
            <tbody>
              {documents.map(({ document, title, sections, rules, waiting }) => (
                <tr key={document}>
                  <th scope="row">
                    {title}
                    {sections.missing.length === 0 ? null : (
                      <div className="help">
                        {words.missing}: {sections.missing.map((one) => one.replace(/^\S+ \((.*)\)$/, '$1')).join('; ')}
                      </div>
                    )}
                  </th>
                  <td>
                    {sections.full} / {sections.existing}
                  </td>
                  <td>{rules.deciding}</td>
                  <td>{waiting.length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  )
}
