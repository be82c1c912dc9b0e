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
    /** For the field: Enter counts also before there is a list. */
    onKeyDown({ key }: { readonly key: string }) {
      isEntered.current = key === 'Enter' && isReading
      if (isEntered.current) setWaiting((now) => now ?? { id: undefined })
    },
  }
}
