import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A PostgreSQL server in a temporary folder, run as another user, because it refuses to run as root. */
export interface PostgresCluster {
  /** Address of a new, empty database. */
  newDatabase(): string
  start(): Promise<void>
  /** Ends it at once, as `kill -9` does. */
  kill(): void
  /** Stops it and removes its folder. */
  remove(): void
}

const user = 'postgres'

/** Why PostgreSQL cannot be tested here; undefined if it can. */
export function postgresMissing(): string | undefined {
  if (process.env['PLOMADA_TEST_POSTGRES'] === 'no') return 'PLOMADA_TEST_POSTGRES=no: the store in a database is not tested'
  if (programs() === undefined) return 'PostgreSQL is not installed (Debian: postgresql): the store in a database is not tested'
  return process.getuid?.() === 0 ? undefined : 'only root can run PostgreSQL as another user: the store in a database is not tested'
}

/** A cluster for the tests of a file, or why there is none, which is said. It starts before the first test and is removed after the last; `cluster` throws before. */
export function clusterOfTests(): { readonly missing: string | undefined; cluster(): PostgresCluster } {
  const missing = postgresMissing()
  if (missing !== undefined) console.warn(missing)
  let started: PostgresCluster | undefined
  beforeAll(async () => {
    if (missing === undefined) started = await startPostgres()
  }, 60_000)
  afterAll(() => started?.remove())
  return {
    missing,
    cluster() {
      if (started === undefined) throw new Error('The cluster is started before the first test')
      return started
    },
  }
}

/** Makes a cluster and starts it. */
export async function startPostgres(): Promise<PostgresCluster> {
  const bin = programs() ?? ''
  // Not the folder of the tests, which the other user cannot enter.
  const folder = mkdtempSync('/tmp/plomada-postgres-')
  const data = join(folder, 'data')
  const port = await freePort()
  execFileSync('chown', [user, folder])
  asUser(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  let isRunning = false
  const start = async (): Promise<void> => {
    const server = spawn(
      'setpriv',
      [...toUser, join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
      {
        stdio: 'ignore',
      },
    )
    server.unref()
    isRunning = true
    for (let tries = 0; tries < 300; tries++) {
      try {
        asUser(join(bin, 'psql'), ['-h', folder, '-p', String(port), '-c', 'select 1', 'postgres'])
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    throw new Error('PostgreSQL did not start')
  }
  const kill = (): void => {
    if (!isRunning) return
    isRunning = false
    // The first line is the process that starts all the others, which end with it.
    const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0)
    for (const pid of [Number(first), ...children]) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
  }
  let databases = 0
  await start()
  return {
    start,
    kill,
    newDatabase() {
      const name = `plomada${++databases}`
      asUser(join(bin, 'createdb'), ['-h', folder, '-p', String(port), name])
      return `postgres://${user}@127.0.0.1:${port}/${name}`
    },
    remove() {
      kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const toUser = [`--reuid=${user}`, `--regid=${user}`, '--init-groups']

function asUser(program: string, args: readonly string[]): void {
  execFileSync('setpriv', [...toUser, program, ...args], { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Folder of the programs of the newest version that is installed. */
function programs(): string | undefined {
  const root = '/usr/lib/postgresql'
  const [newest] = existsSync(root) ? readdirSync(root).sort((left, right) => Number(right) - Number(left)) : []
  const bin = newest === undefined ? undefined : join(root, newest, 'bin')
  return bin !== undefined && existsSync(join(bin, 'initdb')) ? bin : undefined
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
