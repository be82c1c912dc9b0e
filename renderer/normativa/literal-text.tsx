import { OriginalButton } from '../biblioteca/original-button.tsx'
import { useAnswer, useText } from '../session.tsx'
import { useMayReadLibrary } from '../shared/library-scope.ts'

/** Where the library has the literal text of a section, in this edition; nothing if it has not. */
export function LiteralText({ document, section, version }: { readonly document: string; readonly section: string; readonly version: string }) {
  const words = useText().biblioteca
  const isReader = useMayReadLibrary()
  const { data } = useAnswer(
    ['biblioteca', 'textos', document, section, version],
    (client, signal) => client.listLiteralTexts.query({ document, section, version }, { signal }),
    isReader ? 'ask' : 'wait',
  )
  if (data === undefined || data.total === 0) return null
  return (
    <ul className="plain unprinted" aria-label={words.literal}>
      {data.items.map(({ id, title, page, has_comments, url }) => (
        <li key={id}>
          <OriginalButton url={url} name={`${title}.pdf`} label={`${words.literal}: ${words.literalAt(title, page)}`} />{' '}
          {has_comments ? <span className="help">{words.withComments}</span> : null}
        </li>
      ))}
    </ul>
  )
}
