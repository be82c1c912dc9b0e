import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Client, Inputs, Outputs } from '../api.ts'
import { useSession } from '../session.tsx'

export type Outcome = Outputs['verifyBatch']['items'][number]
export type CheckInput = Inputs['verify']

/** So many are asked for at a time: few enough that progress is seen and stopping is felt. */
const chunkSize = 40

export interface Outcomes {
  /** One for each check, in their order; undefined while not asked for. */
  readonly list: readonly (Outcome | undefined)[]
  readonly done: number
  readonly isRunning: boolean
  readonly error: unknown
  stop(): void
  resume(): void
}

/** The verdicts of many checks, asked for in parts. What was answered is kept: a change asks again only for what it touches. */
export function useOutcomes(checks: readonly CheckInput[]): Outcomes {
  const { client } = useSession()
  const kept = useRef<{ client: Client; outcomes: Map<string, Outcome> }>({ client, outcomes: new Map() })
  // Another language or key has other answers.
  if (kept.current.client !== client) kept.current = { client, outcomes: new Map() }
  const { outcomes } = kept.current
  const keys = useMemo(() => checks.map((check) => JSON.stringify(check)), [checks])
  const [answered, setAnswered] = useState(0)
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: undefined })
  const [run, setRun] = useState(0)
  const controller = useRef<AbortController>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` starts it again
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answered` says that there is more in the map
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
