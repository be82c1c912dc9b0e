import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Text } from '../errors/language.ts'
import { relayMessages, type Started } from './colleagues.ts'

/** What supervision needs. */
interface Supervision {
  readonly count: number
  /** Called with what the first worker prints, and then once with the address, when all listen. */
  readonly print: (text: string) => void
  /** Called with each worker that ended by itself. */
  readonly onCrash: (what: Text) => void
  /** Resolves when the service is to stop. */
  readonly untilStopped: () => Promise<void>
}

/** A worker that ends sooner than this is replaced after a pause of the same length. */
const soonMs = 1000
const stopWithinMs = 15_000

/**
 * Runs the service in several processes with one port and one store, and resolves to the exit code. The first worker starts alone, so that what is made
 * once (state, first key, certificates) is there for the others. A worker that crashes is replaced. On stopping, each answers what it has begun.
 */
export async function superviseWorkers({ count, print, onCrash, untilStopped }: Supervision): Promise<number> {
  relayMessages()
  const first = await started(cluster.fork())
  if (typeof first === 'number') return first
  for (const text of first.told) print(text)
  let isStopping = false
  const replace = (worker: Worker, startedAt: number): void => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isStopping) return
      const how = signal ?? code
      onCrash({ es: `El proceso ${worker.id} terminó (${how}): lo sustituye otro`, en: `Worker ${worker.id} ended (${how}): another replaces it` })
      setTimeout(
        () => {
          if (!isStopping) replace(cluster.fork(), performance.now())
        },
        performance.now() - startedAt < soonMs ? soonMs : 0,
      )
    })
  }
  for (const worker of Object.values(cluster.workers ?? {})) if (worker !== undefined) replace(worker, performance.now())
  const others = Array.from({ length: count - 1 }, () => cluster.fork())
  for (const worker of others) replace(worker, performance.now())
  const stopped = untilStopped()
  await Promise.race([Promise.all(others.map(started)), stopped])
  print(`listening on ${first.url}`)
  await stopped
  isStopping = true
  return stopAll()
}

/** Resolves when a worker listens, or to its exit code if it ends before. */
function started(worker: Worker): Promise<Started['started'] | number> {
  return new Promise((resolve) => {
    worker.on('message', (message: Partial<Started>) => {
      if (message.started !== undefined) resolve(message.started)
    })
    worker.once('exit', (code: number | null) => resolve(code ?? 1))
  })
}

/** Stops all workers and resolves to the first exit code that is not 0. */
async function stopAll(): Promise<number> {
  const workers = Object.values(cluster.workers ?? {}).flatMap((one) => (one === undefined || one.isDead() ? [] : [one]))
  const codes = await Promise.all(
    workers.map(async (worker) => {
      const force = setTimeout(() => worker.process.kill('SIGKILL'), stopWithinMs)
      worker.process.kill('SIGTERM')
      const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null]
      clearTimeout(force)
      // One that was still starting has begun nothing, and is ended by the signal itself.
      return signal === 'SIGTERM' ? 0 : (code ?? 1)
    }),
  )
  return codes.find((code) => code !== 0) ?? 0
}
