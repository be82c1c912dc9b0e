import { useState } from 'react'
import { useText } from '../session.tsx'

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
      <p className="help" role="status">
        {outcome === undefined ? '' : outcome === 'copied' ? words.copied(citation) : words.notCopied(citation)}
      </p>
    </div>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Over plain HTTP and in the desktop there is no clipboard to write to, but a selection can be copied.
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const holder = document.createElement('textarea')
  const focused = document.activeElement
  holder.value = text
  holder.className = 'unseen'
  document.body.append(holder)
  holder.select()
  const isCopied = document.execCommand('copy')
  holder.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
