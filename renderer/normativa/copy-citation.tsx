import { useState } from 'react'
import { useText } from '../session.tsx'
import { copyText } from '../shared/copy.tsx'

/** Copies a citation and shows it; where the browser does not let it be copied, it stands there to be selected. */
export function CopyCitation({ citation, about }: { readonly citation: string; readonly about: string }) {
  const words = useText().normativa
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  const copy = async () => setOutcome((await copyText(citation)) ? 'copied' : 'refused')
  return (
    <div className="citation">
      <button type="button" className="quiet" onClick={copy}>
        {words.copy}
        <span className="unseen"> {about}</span>
      </button>
      <p className="printed-only">{citation}</p>
      <p className="help unprinted" role="status">
        {outcome === undefined ? '' : outcome === 'copied' ? words.copied(citation) : words.notCopied(citation)}
      </p>
    </div>
  )
}
