import { useEffect, useState } from 'react'

const pauseMs = 120

/** A text once it has stood still for a moment: not every letter is asked for. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
