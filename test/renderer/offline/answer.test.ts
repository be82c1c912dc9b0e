import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { answerOnDevice } from '../../../renderer/offline/answer.ts'
import { openDeviceBase } from '../../../renderer/offline/device-base.ts'
import { deviceOperations } from '../../../renderer/offline/device-operations.ts'
import type { KnowledgeBase } from '../../../server/kb/open.ts'
import { startService } from '../../service.ts'

const service = startService()
let onDevice: KnowledgeBase

beforeAll(async () => {
  const copy = service.kb.copyForDevices?.() ?? new Uint8Array()
  const wasm = readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-browser.wasm'))
  onDevice = await openDeviceBase(new Uint8Array(gzipSync(copy)), new Uint8Array(wasm).buffer)
}, 120_000)

/** The answers of server and device to one call of the pages, without the number of the request. */
async function both(name: string, input: unknown, language: 'es' | 'en' = 'es'): Promise<{ readonly server: unknown; readonly device: unknown }> {
  const answered = await service.post(`/trpc/${name}`, input, { 'Accept-Language': language })
  const { status, body } = await answerOnDevice(onDevice, { name, input, language, scopes: ['read', 'verify', 'ask'] })
  return { server: [answered.status, comparable(await answered.text())], device: [status, comparable(body)] }
}

/** Data as they are; of an error what the pages show, without the pairs that only a server finds. */
function comparable(text: string): unknown {
  const body = JSON.parse(text) as { readonly result?: unknown; readonly error?: { readonly data: { readonly problem: Record<string, unknown> } } }
  return body.error === undefined ? text : { ...body.error.data.problem, request_id: '', instance: '', pairs: undefined }
}

test('each operation of a device answers its examples as the server does, byte for byte, in both languages', async () => {
  for (const [name, { examples }] of deviceOperations)
    for (const input of Object.values(examples))
      for (const language of ['es', 'en'] as const) {
        const { server, device } = await both(name, input, language)
        expect(device, name).toEqual(server)
      }
})

test('verdicts of hundreds of cases are those of the server', async () => {
  const rules = service.kb.book.rules.map(({ rule }) => rule).filter(({ unit }) => unit !== undefined)
  const kinds = new Set<string>()
  for (let at = 0; at < rules.length; at += Math.ceil(rules.length / 300)) {
    const rule = rules[at]
    if (rule === undefined) continue
    const geo_id = ['ES-28079', 'ES-09059', 'ES-38023'][at % 3] ?? 'ES-28079'
    const asked = { element: rule.element[0] ?? '', parameter: rule.parameter, value: (at % 40) / 10, unit: rule.unit, geo_id }
    const { server, device } = await both('verify', asked)
    expect(device, JSON.stringify(asked)).toEqual(server)
    kinds.add(JSON.stringify(server).slice(1, 4))
  }
  // Verdicts and refusals are both among them.
  expect([...kinds].sort()).toEqual(['200', '422'])
})

test('a key without a scope gets no answer that needs it, and what a device does not have is refused', async () => {
  const asked = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
  const refused = await answerOnDevice(onDevice, { name: 'verify', input: asked, language: 'es', scopes: ['read'] })
  expect([refused.status, JSON.parse(refused.body).error.data.problem.code]).toEqual([403, 'scope-missing'])
  for (const name of ['search', 'ask', 'listProjects', 'issueKey', 'constructor']) {
    const { status } = await answerOnDevice(onDevice, { name, input: {}, language: 'es', scopes: ['read', 'verify', 'ask', 'admin'] })
    expect(status, name).toBe(404)
  }
  const signed = await answerOnDevice(onDevice, { name: 'verify', input: { ...asked, include: ['certificate'] }, language: 'es', scopes: ['verify'] })
  expect(signed.status).toBe(404)
})

test('damaged bytes are not opened', async () => {
  const wasm = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-browser.wasm'))).buffer
  await expect(openDeviceBase(new Uint8Array(gzipSync(new Uint8Array(4096))), wasm)).rejects.toThrow()
  await expect(openDeviceBase(new Uint8Array([1, 2, 3]), wasm)).rejects.toThrow()
})
