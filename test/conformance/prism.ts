import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { requestsToAsk } from './requests.ts'
import { type Judged, said } from './server.ts'

const program = join(import.meta.dirname, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')

/** Sends every example, and requests with errors, through the Prism proxy, which compares requests and answers with the OpenAPI document. Returns the differences. */
export async function askThroughPrism({ url, key, documentFile }: Judged): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, 'proxy', documentFile, url, '--errors', '--port', '0', '--host', '127.0.0.1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const proxy = await said(child, /Prism is listening on (http:\/\/127\.0\.0\.1:\d+)/)
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const send = (to: string, path: string, init: RequestInit) => fetch(`${to}${path}`, { ...init, headers, redirect: 'manual' })
    const faults: string[] = []
    let projectId = 'no-hay'
    for (let at = 0; ; at++) {
      const one = requestsToAsk(projectId)[at]
      if (one === undefined) return at > 0 ? faults : ['nothing was asked']
      const response = await send(proxy, one.path, { method: one.method, ...(one.body === undefined ? {} : { body: one.body }) })
      const text = await response.text()
      if (response.headers.get('x-request-id') === null || response.headers.get('sl-violations') !== null || /stoplight\.io\/prism/.test(text))
        faults.push(`${one.name} ${one.method} ${one.path} → ${response.status} ${response.headers.get('sl-violations') ?? text.slice(0, 600)}`)
      if (one.name === 'createProject' && response.ok) projectId = (JSON.parse(text) as { id: string }).id
    }
  } finally {
    child.kill('SIGKILL')
  }
}
