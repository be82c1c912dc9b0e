import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Client, Inputs, Outputs } from '../api.ts'
import { useSession } from '../session.tsx'

export type Outcome = Outputs['verifyBatch']['items'][number]
export type CheckInput = Inputs['verify']

/** Checks per request: few enough to show progress and to stop quickly. */
const chunkSize = 40

export interface Outcomes {
  /** One for each check, in the same order; undefined until answered. */
  readonly list: readonly (Outcome | undefined)[]
  readonly done: number
  readonly isRunning: boolean
  readonly error: unknown
  stop(): void
  resume(): void
}

/** Requests the verdicts of many checks in chunks. Answers are cached, so a change requests only the checks that it affects. */
export function useOutcomes(checks: readonly CheckInput[]): Outcomes {
  const { client } = useSession()
  const cache = useRef<{ client: Client; outcomes: Map<string, Outcome> }>({ client, outcomes: new Map() })
  // The cache belongs to one client: another language or key gives other answers.
  if (cache.current.client !== client) cache.current = { client, outcomes: new Map() }
  const { outcomes } = cache.current
  const keys = useMemo(() => checks.map((check) => JSON.stringify(check)), [checks])
  const [answered, setAnswered] = useState(0)
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: undefined })
  const [run, setRun] = useState(0)
  const controller = useRef<AbortController>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `run` restarts the requests
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    askAll(client, keys, outcomes, own.signal, () => setAnswered((count) => count + 1)).then(
      () => setState({ isRunning: false, error: undefined }),
      (error: unknown) => setState({ isRunning: false, error: own.signal.aborted ? undefined : error }),
    )
    setState({ isRunning: keys.some((key) => !outcomes.has(key)), error: undefined })
    return () => own.abort()
  }, [client, keys, outcomes, run])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answered` changes when the map has more outcomes
  const list = useMemo(() => keys.map((key) => outcomes.get(key)), [keys, outcomes, answered])
  const stop = useCallback(() => controller.current?.abort(), [])
  const resume = useCallback(() => setRun((count) => count + 1), [])
  return { list, done: list.filter((one) => one !== undefined).length, ...state, stop, resume }
}

async function askAll(
  client: Client,
  keys: readonly string[],
  outcomes: Map<string, Outcome>,
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<void> {
  const wanted = [...new Set(keys)].filter((key) => !outcomes.has(key))
  for (let at = 0; at < wanted.length; at += chunkSize) {
    const chunk = wanted.slice(at, at + chunkSize)
    const { items } = await client.verifyBatch.query({ items: chunk.map((key) => JSON.parse(key) as CheckInput) }, { signal })
    for (const [index, item] of items.entries()) outcomes.set(chunk[index] ?? '', item)
    onAnswer()
  }
}
