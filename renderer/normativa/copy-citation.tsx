import { useState } from 'react'
import { useText } from '../session.tsx'
import { copyText } from '../shared/copy-button.tsx'

/** Copies a citation and shows it. If the browser forbids copying, the user can select the shown text. */
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
