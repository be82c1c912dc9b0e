import type { Outputs } from '../api.ts'
import { problemOf } from '../api.ts'
import { useText } from '../session.tsx'
import { FileButton } from '../shared/file-button.tsx'
import type { Adding, useAdding } from './use-adding.ts'

type Reading = Outputs['listLibrary']['reading'][number]

const types = ['.pdf', '.docx', '.md', '.txt']

/** Where documents are dropped or chosen, with what becomes of each. */
export function AddDocuments({ adding, reading }: { readonly adding: ReturnType<typeof useAdding>; readonly reading: readonly Reading[] }) {
  const words = useText().biblioteca
  // What others add, or the command line of this process, is told as well.
  const others = reading.filter(({ name }) => !adding.all.some((one) => one.name === name))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className="panel stack drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void adding.add([...event.dataTransfer.files])
      }}
    >
      <p>{words.drop}</p>
      <FileButton label={words.choose} types={types} onFiles={(files) => void adding.add(files)} />
      {adding.all.length + others.length === 0 ? null : (
        <ul className="plain additions" aria-live="polite">
          {adding.all.map((one) => (
            <Addition key={one.key} adding={one} reading={reading.find(({ name }) => name === one.name)} />
          ))}
          {others.map((one) => (
            <Addition key={`${one.name} ${one.started_at}`} adding={{ key: 0, name: one.name, state: 'under way' }} reading={one} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Addition({ adding, reading }: { readonly adding: Adding; readonly reading: Reading | undefined }) {
  const text = useText()
  const words = text.biblioteca
  const texts = {
    added: words.added,
    known: words.known,
    'too large': words.tooLarge,
    refused: problemOf(adding.error)?.detail ?? text.states.unreachable,
  }
  return (
    <li>
      <span className="file-name">{adding.name}</span>{' '}
      {adding.state === 'under way' ? (
        <ReadingProgress reading={reading} />
      ) : (
        <span className={adding.state === 'refused' || adding.state === 'too large' ? 'field-error' : 'help'}>{texts[adding.state]}</span>
      )}
    </li>
  )
}

/** How far the reading of a document is, with the time that is left once it takes longer than a second. */
function ReadingProgress({ reading }: { readonly reading: Reading | undefined }) {
  const words = useText().biblioteca
  if (reading === undefined) return <span className="help">{words.sending}</span>
  const { pages_read: done, pages, started_at } = reading
  if (done === null || pages === 0) return <span className="help">{words.waiting}</span>
  const elapsed = (Date.now() - Date.parse(started_at)) / 1000
  const left = done === 0 || elapsed < 1 ? undefined : Math.ceil((elapsed / done) * (pages - done))
  const label = `${words.reading(done, pages)}${left === undefined ? '' : ` · ${words.left(left)}`}`
  return (
    <>
      <progress value={done} max={pages} aria-label={label} /> <span className="help">{label}</span>
    </>
  )
}
