import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { ModelReport } from '../../server/ifc/report-schema.ts'
import { bodyOf, startService } from '../service.ts'

const service = startService()
const model = readFileSync('test/fixtures/ifc/piso.ifc').toString('base64')
const context = { uso: 'residencial_privado', intervencion: 'obra_nueva', tipo_uso: 'restringido' }
const post = (body: object, accept = 'application/json') => service.post('/api/v1/ifc', { model, ...body }, { accept })

describe('POST /api/v1/ifc', () => {
  test('answers with the report', async () => {
    const response = await post({ geo_id: 'ES-28079', map: { context } })
    const { summary, results } = (await bodyOf(response)) as unknown as ModelReport
    expect([response.status, summary]).toEqual([200, { total: 21, compliant: 10, non_compliant: 6, undecided: 5 }])
    expect(results[0]).toMatchObject({
      global_id: expect.stringMatching(/^.{22}$/),
      source: 'Pset_WallCommon.ThermalTransmittance',
      limit: '≤ 0,41 W/m²K',
    })
  })

  test('without a place proposes the one of the coordinates and judges nothing', async () => {
    const report = (await bodyOf(await post({ map: { context } }))) as unknown as ModelReport
    expect(report.place).toMatchObject({ geo_id: null, proposed: { geo_id: 'ES-28079' } })
    expect(report.summary).toMatchObject({ compliant: 0, non_compliant: 0 })
  })

  test.each([
    ['html', 'text/html; charset=utf-8', 'modelo.html'],
    ['csv', 'text/csv; charset=utf-8', 'modelo.csv'],
    ['ids', 'application/xml', 'modelo.ids'],
    ['bcf', 'application/zip', 'modelo.bcfzip'],
  ])('gives %s as a file', async (format, type, name) => {
    const response = await post({ geo_id: 'ES-28079', map: { context }, format }, '*/*')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(response.headers.get('content-disposition')).toContain(name)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (format === 'bcf') expect(Object.keys(unzipSync(bytes))).toContain('bcf.version')
  })

  test.each([
    [{ model: Buffer.from('Memoria').toString('base64') }, 'model-refused', 'no es un modelo IFC'],
    [{ model: Buffer.from(model, 'base64').subarray(0, 3000).toString('base64') }, 'model-refused', 'incompleto'],
    [{ geo_id: 'ES-99999' }, 'unknown-municipality', 'ES-99999'],
    [{ map: { rooms: { Sala: 'nada' } } }, 'validation', 'rooms.Sala'],
    [{ map: { answers: [{ klass: 'IfcDoor' }] } }, 'validation', ''],
  ])('%j is a problem', async (body, code, words) => {
    const problem = await bodyOf(await post(body))
    expect(problem['code']).toBe(code)
    expect(String(problem['detail'])).toContain(words)
  })

  test('a model that holds the library is a problem, and the next one is read', async () => {
    const text = Buffer.from(model, 'base64')
      .toString()
      .replace(/IFCPROJECT\([^;]*;/, 'IFCPROJECT(((((;')
    const damaged = await post({ model: Buffer.from(text).toString('base64') })
    expect(await bodyOf(damaged)).toMatchObject({ status: 422, code: 'model-refused', detail: expect.stringContaining('sin avanzar') })
    expect((await post({ geo_id: 'ES-28079', map: { context } })).status).toBe(200)
  })
})
