import { useEffect } from 'react'
import { navigate } from '../route.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** The keyboard shortcut of the palette on this platform. */
export const paletteKeys = isApple ? '⌘K' : 'Ctrl+K'

/** Handles the global shortcuts: Ctrl+K (⌘K) opens the palette, `/` goes to the search unless the user is typing. */
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

/** Focuses the search field, opening the search page if needed. */
function focusSearch(): void {
  if (location.pathname === '/buscar') document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
  else navigate('/buscar')
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))
}
