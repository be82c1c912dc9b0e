import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, flatRoof } from '../service.ts'
import { type Started, startRecorded } from './fake-electron.ts'

let desktop: Started
beforeAll(async () => {
  desktop = await startRecorded()
})
afterAll(() => desktop.stop())

const post = (address: string, headers: Record<string, string> = {}) =>
  desktop.recorder.request(address, { method: 'POST', body: JSON.stringify(flatRoof), headers: { 'content-type': 'application/json', ...headers } })

describe('plomada://', () => {
  test('is a standard, secure scheme that supports fetch, registered before Electron is ready', () => {
    expect(desktop.recorder.schemes).toEqual([{ scheme: 'plomada', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
    expect(desktop.recorder.calls.slice(0, 3)).toEqual(['folder', 'schemes', 'ready'])
  })
  test('gives a verdict without a key', async () => {
    const response = await post('plomada://app/api/v1/verify', { origin: 'plomada://app' })
    expect(response.status).toBe(200)
    expect(await bodyOf(response)).toMatchObject({ is_compliant: false, limit_value: 0.35, geo_context: { climate_zone: 'D3' } })
  })
  test('answers the tRPC client of the pages', async () => {
    const response = await desktop.recorder.request(`plomada://app/trpc/verify`, {
      method: 'POST',
      body: JSON.stringify(flatRoof),
      headers: { 'content-type': 'application/json' },
    })
    expect(await bodyOf(response)).toMatchObject({ result: { data: { limit_value: 0.35 } } })
  })
  test.each(['/', '/verificar', '/municipios/ES-28079'])('serves the pages at %s under the content security policy of the server', async (path) => {
    const response = await desktop.recorder.request(`plomada://app${path}`)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect(await response.text()).toContain('/assets/main.js')
  })
  test('serves the files of the pages and nothing else', async () => {
    expect((await desktop.recorder.request('plomada://app/assets/main.js')).headers.get('content-type')).toContain('text/javascript')
    expect((await desktop.recorder.request('plomada://app/assets/%2e%2e/%2e%2e/package.json')).status).toBe(404)
  })
  test.each(['plomada://otro/api/v1/verify', 'plomada://app.otro/api/v1/verify', 'plomada://app@otro/api/v1/verify', 'https://app/api/v1/verify'])(
    'refuses %s',
    async (address) => {
      const response = await desktop.recorder.handler?.({ url: address, headers: new Headers() } as Request)
      expect(response?.status).toBe(403)
    },
  )
  test.each(['https://example.org', 'null', 'plomada://otro'])('rejects requests from a page of %s', async (from) => {
    expect((await post('plomada://app/api/v1/verify', { origin: from })).status).toBe(403)
  })
})
