import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../server/access/store.ts'
import { roof } from './request.ts'
import { median, type Row } from './row.ts'

const rounds = 9
const bareServer = `
const { createServer } = require('node:http')
const server = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
server.listen(0, '127.0.0.1', () => console.log('listening on http://127.0.0.1:' + server.address().port))`

/** Measures, in turns with bare Node, the start of the built program: to the first answered verify over HTTP, and of the command `verify`. */
export async function starts(packFile: string, program: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const store = openStore(folder, () => new Date())
  const { text: key } = store.keys.issue({ name: 'bench', scopes: ['verify'], expiresAt: null })
  store.close()
  const serve = [program, 'serve', '--port', '0', '--data', folder, '--kb', packFile, '--quiet']
  const { element, parameter, value, unit, geo_id } = roof
  const command = [
    program,
    'verify',
    '--kb',
    packFile,
    '--element',
    element,
    '--parameter',
    parameter,
    '--value',
    String(value),
    '--unit',
    unit,
    '--geo',
    geo_id,
  ]
  const times = { serve: [] as number[], bareServer: [] as number[], command: [] as number[], bare: [] as number[] }
  // Fills the compile cache, which a process writes when it ends by itself.
  await toFirstAnswer(serve, key, 'SIGTERM')
  for (let round = 0; round <= rounds; round++) {
    const one = {
      bareServer: await toFirstAnswer(['-e', bareServer], key),
      serve: await toFirstAnswer(serve, key),
      bare: toEnd(['-e', '0'], 0),
      command: toEnd(command, 3),
    }
    for (const name of ['serve', 'bareServer', 'command', 'bare'] as const) if (round > 0) times[name].push(one[name])
  }
  rmSync(folder, { recursive: true, force: true })
  return [
    {
      name: 'start to the first answered verify',
      value: median(times.serve),
      unit: 'ms',
      bare: { name: 'bare node:http', value: median(times.bareServer) },
      atMost: 3,
    },
    { name: '`plomada verify`', value: median(times.command), unit: 'ms', bare: { name: '`node -e 0`', value: median(times.bare) }, atMost: 4 },
  ]
}

function toEnd(args: readonly string[], expected: number): number {
  const started = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (status !== expected) throw new Error(`${args.join(' ')} ended with ${status}`)
  return performance.now() - started
}

function toFirstAnswer(args: readonly string[], key: string, end: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let text = ''
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    child.stdout.on('data', async (chunk: Buffer) => {
      text += chunk.toString()
      const url = /^listening on (http:\S+)$/m.exec(text)?.[1]
      if (url === undefined) return
      child.stdout.removeAllListeners('data')
      try {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
        const response = await fetch(`${url}/api/v1/verify`, { method: 'POST', headers, body: JSON.stringify(roof) })
        await response.text()
        if (response.status !== 200) throw new Error(`status ${response.status}`)
        const elapsed = performance.now() - started
        child.removeAllListeners('exit').once('exit', () => resolve(elapsed))
      } catch (error) {
        reject(error)
      } finally {
        child.kill(end)
      }
    })
  })
}
