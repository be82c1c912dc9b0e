import { useId, useState } from 'react'
import { useText } from '../session.tsx'

/** Copies a text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The clipboard API is missing over plain HTTP and in the desktop app, but a selection can be copied.
    return copySelected(text)
  }
}

/** A button that copies a text. If the browser does not allow it, the text is shown selected, to be copied by hand. */
export function CopyButton({ text, label, done }: { readonly text: string; readonly label: string; readonly done: string }) {
  const words = useText().copy
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isCopied: boolean }>()
  const id = useId()
  const isCurrent = outcome?.text === text
  const copy = async () => setOutcome({ text, isCopied: await copyText(text) })
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>
      <span role="status" className="help copied">
        {isCurrent && outcome.isCopied ? done : ''}
      </span>
      {isCurrent && !outcome.isCopied ? (
        <div className="field by-hand">
          <label htmlFor={id}>{words.byHand}</label>
          <textarea id={id} readOnly rows={3} value={text} ref={selectWhole} />
        </div>
      ) : null}
    </>
  )
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

function selectWhole(area: HTMLTextAreaElement | null): void {
  area?.focus()
  area?.select()
}
