import { useEffect, useState } from 'react'

const pauseMs = 120

/** The text after the user has paused typing, so that not every letter causes a request. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
