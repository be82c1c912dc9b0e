import { useState } from 'react'
import { useSession } from '../session.tsx'
import { base64Of } from '../shared/base64.ts'
import { useForgetLibrary } from './library-queries.ts'

/** Largest file that the page sends, in bytes: what the service takes over the network. */
const mostBytes = 32 * 1024 * 1024

/** A file that was chosen: it waits or is being read, was added or was there already, is too large, or was refused. */
export interface Adding {
  readonly key: number
  readonly name: string
  readonly state: 'under way' | 'added' | 'known' | 'too large' | 'refused'
  readonly error?: unknown
}

let keys = 0

/** The files that were chosen on this page, and a function that adds more. They are sent one after the other. */
export function useAdding() {
  const { client } = useSession()
  const forget = useForgetLibrary()
  const [all, setAll] = useState<readonly Adding[]>([])
  const change = (key: number, next: Partial<Adding>) => setAll((now) => now.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const addOne = async (file: File, key: number): Promise<void> => {
    if (file.size > mostBytes) return change(key, { state: 'too large' })
    try {
      const { is_new } = await client.addToLibrary.mutate({ name: file.name, file: await base64Of(file) })
      change(key, { state: is_new ? 'added' : 'known' })
    } catch (error) {
      change(key, { state: 'refused', error })
    }
    await forget()
  }
  const add = async (files: readonly File[]): Promise<void> => {
    const chosen = files.map((file) => ({ file, key: ++keys }))
    setAll((now) => [
      ...now.filter(({ state }) => state === 'under way'),
      ...chosen.map(({ file, key }): Adding => ({ key, name: file.name, state: 'under way' })),
    ])
    for (const { file, key } of chosen) await addOne(file, key)
  }
  return { all, add, isAdding: all.some(({ state }) => state === 'under way') }
}
