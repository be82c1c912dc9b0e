import { useEffect, useRef, useState } from 'react'
import type { CommandGroup } from './commands.ts'

/**
 * Runs the entry that is chosen. While the line is still being read the list is that of an earlier text: a choice then waits, and runs the entry
 * if the line still means it; Enter runs the first that it turns out to mean.
 */
export function useChoice(groups: readonly CommandGroup[], isReading: boolean, onChosen?: () => void) {
  const [waiting, setWaiting] = useState<{ readonly id: string | number | undefined }>()
  const isEntered = useRef(false)
  const run = (id: string | number | undefined, mayBeFirst: boolean) => {
    const commands = groups.flatMap((group) => group.commands)
    const found = commands.find((one) => one.id === id) ?? (mayBeFirst ? commands[0] : undefined)
    if (found !== undefined) onChosen?.()
    found?.run()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the reading runs what waits
  useEffect(() => {
    if (waiting === undefined || isReading) return
    setWaiting(undefined)
    run(waiting.id, isEntered.current)
    isEntered.current = false
  }, [waiting, isReading])
  return {
    choose(id: string | number) {
      if (isReading) setWaiting({ id })
      else run(id, false)
    },
    /** For the field: Enter counts also before there is a list, and where the list has come anew and no entry of it is marked. */
    onKeyDown({ key, target }: { readonly key: string; readonly target: EventTarget | null }) {
      isEntered.current = key === 'Enter' && isReading
      if (key !== 'Enter') return
      if (isReading) setWaiting((now) => now ?? { id: undefined })
      else if (!hasMarked(target)) run(undefined, true)
    },
  }
}

/** True if a field points to an entry of its list that is there. */
function hasMarked(field: EventTarget | null): boolean {
  const id = field instanceof Element ? field.getAttribute('aria-activedescendant') : null
  return id !== null && document.getElementById(id) !== null
}
