import type { Outputs } from '../api.ts'
import { useText } from '../session.tsx'

/** The editions of a document with what each changed, and what to mind in all of them. */
export function Editions({ document }: { readonly document: Outputs['getDocument'] }) {
  const words = useText().normativa
  return (
    <>
      <h2>{words.editions}</h2>
      <ul>
        {document.editions.map((edition) => (
          <li key={edition.version}>
            <strong>{edition.label}</strong> {edition.version === document.version ? `(${words.current})` : ''} ·{' '}
            {words.fromTo(edition.in_force_from, edition.in_force_to)}
            {edition.changes === '' ? '' : `. ${edition.changes}`}
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
