import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { flatRoof } from '../service.ts'
import { type Started, startRecorded } from './shell.ts'

const label = 'Servir a otros programas de este equipo'
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
  await vi.waitFor(() => expect(messages().length).toBe(told + 1))
}

describe('the network switch', () => {
  test('is off at the start', () => {
    expect(server()).toMatchObject([{ label, checked: false }, { label: 'Parado' }])
  })
  test('listens on loopback, wants a key, and is silent again when turned off', async () => {
    await turn()
    const url = String(server()[1]?.label)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(server()[0]?.checked).toBe(true)
    expect(messages()[0]).toMatchObject({ type: 'info', message: `Servidor en marcha: ${url}` })
    const verify = (headers: Record<string, string>) =>
      fetch(`${url}/api/v1/verify`, { method: 'POST', body: JSON.stringify(flatRoof), headers: { 'content-type': 'application/json', ...headers } })
    expect((await verify({})).status).toBe(401)
    const key = /plm_\w+/.exec(messages()[0]?.detail ?? '')?.[0]
    expect((await verify({ authorization: `Bearer ${key}` })).status).toBe(200)
    await turn()
    expect(messages()[1]?.message).toBe('El servidor está parado')
    expect(server()).toMatchObject([{ checked: false }, { label: 'Parado' }])
    await expect(verify({})).rejects.toThrow()
  })
  test('tells the first key once', async () => {
    desktop.recorder.pressed = 1
    for (let times = 0; times < 3; times++) await turn()
    expect(messages()[0]?.detail).toMatch(/plm_/)
    expect(messages()[2]?.detail).not.toMatch(/plm_/)
    await vi.waitFor(() => expect(desktop.recorder.copied).toEqual([expect.stringMatching(/^plm_/), expect.stringMatching(/^http:/)]))
    await turn()
  })
  test('says so where the port is taken', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port)))
    desktop.stop()
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
