import { expect, test } from 'vitest'
import { openSharedStore } from '../../server/access/postgres/open.ts'
import { clusterOfTests } from './postgres-cluster.ts'

const { missing, cluster } = clusterOfTests()

test.skipIf(missing !== undefined)(
  'a node waits for a database that starts later than itself, says so once, and a command gives up',
  async () => {
    const url = cluster().newDatabase()
    cluster().kill()
    const open = (more: object) => openSharedStore(url, () => new Date(), { nodeName: 'uno', ...more })
    await expect(open({ reachWithinMs: 600 })).rejects.toThrow()
    const told: unknown[] = []
    const waiting = open({ reachWithinMs: Number.POSITIVE_INFINITY, onWait: (error: unknown) => told.push(error) })
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1)
    // Several tries later it still waits.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await cluster().start()
    const { store } = await waiting
    expect(told.length).toBe(1)
    expect(await store.keys.list()).toEqual([])
    await store.close()
  },
  60_000,
)
