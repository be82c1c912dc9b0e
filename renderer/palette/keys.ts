import { useEffect } from 'react'
import { navigate } from '../route.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the keys of the palette are written on this machine. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl+K'

/** Listens for the keys that work on every page: the palette, and `/` for the search unless one is typing. */
export function usePaletteKeys(onOpen: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      if (event.key.toLowerCase() === 'k' && (isApple ? event.metaKey : event.ctrlKey) && !event.shiftKey) {
        event.preventDefault()
        onOpen()
      } else if (event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault()
        focusSearch()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onOpen])
}

/** Goes to the search page, whose field takes the focus as it opens; where it is open already, gives it the focus. */
function focusSearch(): void {
  if (location.pathname === '/buscar') document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
  else navigate('/buscar')
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))
}
