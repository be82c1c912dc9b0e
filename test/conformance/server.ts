import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPackFile } from '../../server/config/defaults.ts'

/** The real server in its own process, with its OpenAPI document in a file and a key with every scope. */
export interface Judged {
  readonly url: string
  readonly key: string
  readonly folder: string
  readonly documentFile: string
  /** A small IFC model, for the operation that takes one. */
  readonly modelFile: string
  stop(): void
}

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** Starts the server with the compiled base and a temporary data folder. */
export async function startJudged(): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-conformance-'))
  const data = join(folder, 'data')
  const child = spawn(process.execPath, [main, 'serve', '--quiet', '--port', '0', '--data', data, '--kb', defaultPackFile, '--rate', '1000000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await said(child, /^listening on (\S+)$/m)
  const issued = execFileSync(
    process.execPath,
    [main, 'key', 'add', '--name', 'juez', '--scope', 'read,verify,ask,admin,library', '--json', '--data', data],
    { encoding: 'utf8' },
  )
  const { key } = JSON.parse(issued) as { key: string }
  const documentFile = join(folder, 'openapi.json')
  writeFileSync(documentFile, await (await fetch(`${url}/openapi.json`)).text())
  const stop = (): void => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, key, folder, documentFile, modelFile: join(import.meta.dirname, '..', 'fixtures', 'ifc', 'piso.ifc'), stop }
}

/** Waits until the output of a process matches a pattern and returns the match. Rejects if the process ends before. */
export function said(child: ChildProcess, form: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = form.exec(text)
      if (found !== null) resolve(found[1] ?? found[0])
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${text.slice(-2000)}`)))
  })
}
