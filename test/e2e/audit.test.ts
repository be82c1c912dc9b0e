import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { AuditLine } from '../../server/access/audit-line.ts'
import { flatRoof } from '../service.ts'
import { startProgram } from './program.ts'

// Servers over one folder are killed. PLOMADA_KILLS: how many times.
const kills = Number(process.env['PLOMADA_KILLS'] ?? 3)
const data = mkdtempSync(join(tmpdir(), 'plomada-audit-'))
const run = promisify(execFile)
const plomada = (...args: string[]) => run(process.execPath, ['server/main.ts', ...args, '--data', data], { maxBuffer: 2 ** 28 })

/** Sends requests until the server is gone. Returns the ids of the answered ones. */
async function askUntilGone(url: string, key: string, onAnswer: () => void): Promise<string[]> {
  const answered: string[] = []
  const ask = async (): Promise<void> => {
    for (;;) {
      try {
        const response = await fetch(`${url}/api/v1/verify`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(flatRoof),
        })
        const id = response.headers.get('x-request-id')
        if (response.status !== 200 || id === null) continue
        answered.push(id)
        onAnswer()
      } catch {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  return answered
}

describe('the audit of a server that is killed', () => {
  test(
    'has a line for every answered request and every issued key, in one chain',
    async () => {
      let key = ''
      const answered: string[] = []
      const added: string[] = []
      for (let time = 0; time < kills; time++) {
        const server = await startProgram(data, ['--quiet', '--rate', '1000000'])
        key ||= server.key
        // Killed once it answers: a loaded machine takes its time.
        const { promise: answers, resolve: onAnswer } = Promise.withResolvers<void>()
        const asking = askUntilGone(server.url, key, onAnswer)
        const [issued] = await Promise.all([
          Promise.allSettled([plomada('key', 'add', '--name', `a${time}`, '--json'), plomada('key', 'add', '--name', `b${time}`, '--json')]),
          answers.then(() => delay(200 + Math.random() * 800)).then(() => server.process.kill('SIGKILL')),
        ])
        for (const one of issued) if (one.status === 'fulfilled') added.push(String(JSON.parse(one.value.stdout).prefix))
        answered.push(...(await asking))
      }
      expect(answered.length).toBeGreaterThan(kills)
      expect(added.length).toBeGreaterThan(0)
      expect(JSON.parse((await plomada('audit', 'verify', '--json')).stdout)).toMatchObject({ broken: null })
      const file = join(data, 'export.ndjson')
      await plomada('audit', 'export', '--out', file)
      const lines = readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as AuditLine)
      const known = new Set(lines.map(({ request_id }) => request_id))
      expect(answered.filter((id) => !known.has(id))).toEqual([])
      const subjects = lines.map(({ subject }) => subject?.split(' ')[1])
      expect(added.filter((prefix) => !subjects.includes(prefix))).toEqual([])
      if (process.env['PLOMADA_KILLS'] !== undefined)
        console.log(`${kills} kills, ${answered.length} answered, ${added.length} keys, ${lines.length} lines`)
    },
    60_000 + kills * 30_000,
  )
})
