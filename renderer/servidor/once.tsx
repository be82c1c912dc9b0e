import { useState } from 'react'
import { copyText } from '../shared/copy.tsx'
import { useServidorWords } from './words.ts'

/** The text of a key, shown this once: it leaves the page with the press of a button. */
export function Once({ name, text, onDone }: { readonly name: string; readonly text: string; readonly onDone: () => void }) {
  const words = useServidorWords()
  const [isCopied, setCopied] = useState(false)
  return (
    <section className="notice complies" role="status">
      <h2>{words.once(name)}</h2>
      <p>{words.onceHelp}</p>
      {/* Selected at a touch, for who has to copy it by hand. */}
      <input readOnly value={text} aria-label={words.onceLabel} className="key-text" onFocus={(event) => event.target.select()} />
      <div className="actions">
        <button type="button" className="main" onClick={async () => setCopied(await copyText(text))}>
          {isCopied ? words.copied : words.copy}
        </button>
        <button type="button" onClick={onDone}>
          {words.done}
        </button>
      </div>
    </section>
  )
}
