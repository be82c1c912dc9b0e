import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { type Started, startRecorded } from './fake-electron.ts'

const label = 'Servir a la red local'
let desktop: Started
beforeEach(async () => {
  desktop = await startRecorded()
})
afterEach(() => desktop.stop())

const server = () => desktop.recorder.menu.find((entry) => entry.label === 'Servidor')?.submenu ?? []
const messages = () => desktop.recorder.messages

async function turn(): Promise<void> {
  const told = messages().length
  desktop.recorder.click(label)
  await vi.waitFor(() => expect(messages().length).toBe(told + 1), 20_000)
}

describe('the network switch', () => {
  test('is off at the start', () => {
    expect(server()).toMatchObject([{ label, checked: false }, { label: 'Parado' }])
  })
  test('serves the private network over TLS with keys, and stops when turned off', async () => {
    await turn()
    const url = String(server()[1]?.label)
    expect(url).toMatch(/^https:\/\//)
    expect(server()[0]?.checked).toBe(true)
    const authority = readFileSync(join(desktop.dataFolder, 'tls', 'ca.crt'), 'utf8')
    const [message] = messages()
    expect(message).toMatchObject({ type: 'info', message: `Servidor en marcha: ${url}` })
    expect(message?.detail).toContain(new X509Certificate(authority).fingerprint256)
    const ask = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ host: '127.0.0.1', port: new URL(url).port, path: '/api/v1/meta', headers, ca: authority, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: `Bearer ${/plm_\w+/.exec(message?.detail ?? '')?.[0]}` })).toBe(200)
    await turn()
    expect(messages()[1]?.message).toBe('El servidor está parado')
    expect(server()).toMatchObject([{ checked: false }, { label: 'Parado' }])
    await expect(ask({})).rejects.toThrow()
  })
  test('shows the first key once', async () => {
    desktop.recorder.pressed = 1
    for (let times = 0; times < 3; times++) await turn()
    expect(messages()[0]?.detail).toMatch(/plm_/)
    expect(messages()[2]?.detail).not.toMatch(/plm_/)
    await vi.waitFor(() => expect(desktop.recorder.copied).toEqual([expect.stringMatching(/^plm_/), expect.stringMatching(/^https:/)]))
    await turn()
  })
  test('reports a port that is in use', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => taken.listen(0, '::', () => resolve((taken.address() as { port: number }).port)))
    await desktop.stop()
    desktop = await startRecorded({ environment: { PLOMADA_DATA: desktop.dataFolder, PLOMADA_KB: inject('packFile'), PLOMADA_PORT: String(port) } })
    await turn()
    expect(messages()[0]).toMatchObject({
      type: 'error',
      message: 'El servidor no se ha podido iniciar',
      detail: expect.stringContaining('EADDRINUSE'),
    })
    expect(server()[0]?.checked).toBe(false)
    taken.close()
  })
})
