import { useRef, useState } from 'react'
import { useText } from '../session.tsx'

/** The text of a key, shown this once: it leaves the page with the press of a button. */
export function Once({ name, text, onDone }: { readonly name: string; readonly text: string; readonly onDone: () => void }) {
  const words = useText().servidor
  const shown = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    shown.current?.select()
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Where there is no clipboard to write to, what is selected can be copied by hand.
      setCopied(document.execCommand('copy'))
    }
  }
  return (
    <section className="notice complies" role="status">
      <h2>{words.once(name)}</h2>
      <p>{words.onceHelp}</p>
      <input ref={shown} readOnly value={text} aria-label={words.onceLabel} className="key-text" onFocus={(event) => event.target.select()} />
      <div className="actions">
        <button type="button" className="main" onClick={copy}>
          {isCopied ? words.copied : words.copy}
        </button>
        <button type="button" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </section>
  )
}
