import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Client, Outputs } from '../api.ts'
import { useSession } from '../session.tsx'
import { buildingOf, elementOf, type Project, type ProjectCheck } from './project.ts'

export type Outcome = Outputs['verifyProject']['items'][number]

/** Checks of the first request: few, so that something is seen at once. Each further request has twice as many, for each answer is drawn. */
const firstChunk = 40
const largestChunk = 320

export interface Outcomes {
  /** One for each check, in the same order; undefined until answered. */
  readonly list: readonly (Outcome | undefined)[]
  readonly done: number
  readonly isRunning: boolean
  readonly error: unknown
  stop(): void
  resume(): void
}

/** Requests the verdicts of the checks of a project in chunks. Answers are cached, so a change requests only the checks that it affects. */
export function useOutcomes(project: Project): Outcomes {
  const { client } = useSession()
  const cache = useRef<{ client: Client; outcomes: Map<string, Outcome> }>({ client, outcomes: new Map() })
  // The cache belongs to one client: another language or key gives other answers.
  if (cache.current.client !== client) cache.current = { client, outcomes: new Map() }
  const { outcomes } = cache.current
  const keys = useMemo(() => (project.checks ?? []).map((check) => keyOf(project, check)), [project])
  const [answered, setAnswered] = useState(0)
  const [state, setState] = useState<{ isRunning: boolean; error: unknown }>({ isRunning: false, error: undefined })
  const [run, setRun] = useState(0)
  const controller = useRef<AbortController>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `run` restarts the requests
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    askAll({ client, project, outcomes, signal: own.signal }, keys, () => setAnswered((count) => count + 1)).then(
      () => setState({ isRunning: false, error: undefined }),
      (error: unknown) => setState({ isRunning: false, error: own.signal.aborted ? undefined : error }),
    )
    setState({ isRunning: keys.some((key) => !outcomes.has(key)), error: undefined })
    return () => own.abort()
  }, [client, project, keys, outcomes, run])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `answered` changes when the map has more outcomes
  const list = useMemo(() => keys.map((key) => outcomes.get(key)), [keys, outcomes, answered])
  const stop = useCallback(() => controller.current?.abort(), [])
  const resume = useCallback(() => setRun((count) => count + 1), [])
  return { list, done: list.filter((one) => one !== undefined).length, ...state, stop, resume }
}

/** All that the verdict of a check comes from: the check, and the data that it inherits. */
function keyOf(project: Project, check: ProjectCheck): string {
  const { geo_id, as_of, context, parts } = buildingOf(project)
  const element = elementOf(project, check)
  const part = check.part ?? element?.part
  const { origin: _origin, notes: _notes, ...own } = check
  return JSON.stringify([geo_id, as_of, context, (parts ?? []).find(({ name }) => name === part), element, own])
}

interface Asking {
  readonly client: Client
  readonly project: Project
  readonly outcomes: Map<string, Outcome>
  readonly signal: AbortSignal
}

async function askAll({ client, project, outcomes, signal }: Asking, keys: readonly string[], onAnswer: () => void): Promise<void> {
  const checks = project.checks ?? []
  const wanted = keys.flatMap((key, index) => (outcomes.has(key) ? [] : [{ key, check: checks[index] }]))
  for (let at = 0, size = firstChunk; at < wanted.length; at += size, size = Math.min(2 * size, largestChunk)) {
    const chunk = wanted.slice(at, at + size)
    const asked = chunk.flatMap(({ check }) => (check === undefined ? [] : [check]))
    const { items } = await client.verifyProject.query({ ...buildingOf(project), checks: asked }, { signal })
    for (const [index, item] of items.entries()) outcomes.set(chunk[index]?.key ?? '', item)
    onAnswer()
  }
}
