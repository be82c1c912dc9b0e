import type { Outputs } from '../api.ts'
import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { dayText } from '../text.ts'
import { addressOfDifference } from './address.ts'

/** The editions of a document with their changes, and the notices on the document. */
export function Editions({ document }: { readonly document: Outputs['getDocument'] }) {
  const words = useText().normativa
  const { language } = useSession()
  return (
    <>
      <h2>{words.editions}</h2>
      <ul className="editions" lang="es">
        {document.editions.toReversed().map((edition, index, all) => (
          <li key={edition.version}>
            <strong>{edition.label}</strong> {edition.version === document.version ? <span className="tag">{words.current}</span> : null} ·{' '}
            {words.fromTo(dayText(edition.in_force_from, language), edition.in_force_to === null ? null : dayText(edition.in_force_to, language))}
            {edition.changes === '' ? '' : `. ${edition.changes}`} <Since document={document} from={all[index + 1]?.version} to={edition.version} />
          </li>
        ))}
      </ul>
      {document.notices.length === 0 ? null : (
        <>
          <h2>{words.notices}</h2>
          <ul>
            {document.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Link to the comparison of an edition with the previous one. */
function Since({ document, from, to }: { readonly document: Outputs['getDocument']; readonly from: string | undefined; readonly to: string }) {
  const words = useText().diferencia
  if (from === undefined) return null
  return <Link to={addressOfDifference({ collection: document.collection, document: document.document, from, to })}>{words.since(from)}</Link>
}
