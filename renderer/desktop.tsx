import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { navigate } from './route.tsx'
import { useText } from './session.tsx'

const eventName = 'plomada:orden'

type Command =
  | { readonly name: 'go'; readonly to: string }
  | { readonly name: 'new' | 'save-as' | 'export-pdf' | 'find' | 'find-next' | 'find-previous' }

/** Does what the menu of the desktop asks for; see `electron/page-commands.ts`. A command that nothing on the page does is left, and the desktop says so. */
export function useDesktopCommand(does: (command: Command) => boolean): void {
  const onCommand = useEffectEvent((event: Event): void => {
    // Safe cast: only the desktop sends this event, with a command as its text.
    if (event instanceof CustomEvent && does(JSON.parse(String(event.detail)) as Command)) event.preventDefault()
  })
  useEffect(() => {
    addEventListener(eventName, onCommand)
    return () => removeEventListener(eventName, onCommand)
  }, [])
}

/** What every page does for the desktop: going to an address by the router, and finding words in the page. */
export function DesktopCommands() {
  const [isFinding, setFinding] = useState(false)
  const [turn, setTurn] = useState<{ readonly direction: 'next' | 'previous'; readonly count: number }>({ direction: 'next', count: 0 })
  useDesktopCommand((command) => {
    if (command.name === 'go') {
      navigate(command.to)
      scrollTo(0, 0)
      return true
    }
    if (!command.name.startsWith('find')) return false
    setFinding(true)
    if (command.name !== 'find') setTurn(({ count }) => ({ direction: command.name === 'find-next' ? 'next' : 'previous', count: count + 1 }))
    return true
  })
  return isFinding ? <FindBar turn={turn} onClose={() => setFinding(false)} /> : null
}

/** The bar that finds words in the page, which the desktop does. */
function FindBar(props: { readonly turn: { readonly direction: 'next' | 'previous'; readonly count: number }; readonly onClose: () => void }) {
  const { turn, onClose } = props
  const words = useText().find
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ readonly active: number; readonly total: number }>()
  const find = useEffectEvent(async (direction: 'first' | 'next' | 'previous', wanted: string): Promise<void> => {
    const answer = await fetch('/escritorio/buscar-en-la-pagina', { method: 'POST', body: JSON.stringify({ text: wanted, direction }) })
    if (answer.ok) setFound((await answer.json()) as { active: number; total: number })
    // The desktop marks the words, which takes the focus from the field.
    field.current?.focus()
  })
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (turn.count > 0) void find(turn.direction, field.current?.value ?? '')
  }, [turn])
  const close = (): void => {
    void find('first', '')
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void find('next', text)
  }
  return (
    <search>
      <form className="find" aria-label={words.label} onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && close()}>
        <input
          ref={field}
          type="search"
          aria-label={words.label}
          value={text}
          maxLength={200}
          onChange={({ target }) => {
            setText(target.value)
            void find('first', target.value)
          }}
        />
        <span role="status">{found === undefined || text === '' ? '' : words.count(found.active, found.total)}</span>
        <button type="button" aria-label={words.previous} onClick={() => void find('previous', text)}>
          ↑
        </button>
        <button type="submit" aria-label={words.next}>
          ↓
        </button>
        <button type="button" aria-label={words.close} onClick={close}>
          ✕
        </button>
      </form>
    </search>
  )
}
