import { ExternalLink } from 'lucide-react'
import { useText } from '../session.tsx'

/** Who issued a text, whether the base has its words or our summary of them, and where the official text is. */
export function Provenance({
  source,
  more,
}: {
  readonly source: {
    readonly authority: string
    readonly identifier: string | null
    readonly url: string | null
    readonly text_kind: 'normalised' | 'official'
  }
  /** A further sentence. */
  readonly more: string
}) {
  const words = useText().normativa
  return (
    <div className="provenance">
      <p lang="es">{[source.authority, source.identifier].filter((part) => part !== null).join(' · ')}</p>
      <p>{`${words.textKinds[source.text_kind]} · ${more}`}</p>
      {source.url === null ? null : (
        <p className="unprinted">
          <a href={source.url} target="_blank" rel="noreferrer">
            {words.official} <ExternalLink />
          </a>
        </p>
      )}
    </div>
  )
}
