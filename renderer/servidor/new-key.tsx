import { useState } from 'react'
import { copyText } from '../shared/copy-button.tsx'
import { useServidorWords } from './use-words.ts'

/** Shows the text of a new key. It cannot be shown again. */
export function NewKey({ name, text, onDone }: { readonly name: string; readonly text: string; readonly onDone: () => void }) {
  const words = useServidorWords()
  const [isCopied, setCopied] = useState(false)
  return (
    <section className="notice complies" role="status">
      <h2>{words.once(name)}</h2>
      <p>{words.onceHelp}</p>
      {/* Selected on focus, so that it can be copied by hand. */}
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
