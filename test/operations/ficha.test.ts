import { describe, expect, test } from 'vitest'
import { ficha, geo_id, oneRoof, roof } from '../ficha/building.ts'
import { bodyOf } from '../service.ts'

describe('the form of the ficha', () => {
  test.each([
    [undefined, undefined, 'application/pdf'],
    [undefined, '*/*', 'application/pdf'],
    [undefined, 'application/json', 'application/json'],
    [undefined, 'text/csv, application/pdf;q=0.5', 'text/csv; charset=utf-8'],
    [undefined, 'text/csv;q=0.1, application/*', 'application/pdf'],
    ['json', '*/*', 'application/json'],
    ['csv', 'text/*', 'text/csv; charset=utf-8'],
  ])('of format %s and Accept %s is %s', async (format, accept, type) => {
    const response = await ficha(oneRoof(), { format }, accept === undefined ? {} : { accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
  })

  test.each([
    ['pdf', 'application/json'],
    ['json', 'application/pdf'],
    [undefined, 'text/html'],
    [undefined, 'application/pdf;q=0'],
  ])('is refused where format %s and Accept %s cannot agree', async (format, accept) => {
    expect(await bodyOf(await ficha(oneRoof(), { format }, { accept }))).toMatchObject({ status: 406, code: 'not-acceptable' })
  })

  test.each([
    ['Edificio Añil, 3.ª fase', `filename="Edificio Anil, 3._ fase.pdf"; filename*=UTF-8''Edificio%20A%C3%B1il%2C%203.%C2%AA%20fase.pdf`],
    ['../../etc/passwd', `filename="-..-etc-passwd.pdf"; filename*=UTF-8''-..-etc-passwd.pdf`],
    ['a"b\r\nc', `filename="a-b-c.pdf"; filename*=UTF-8''a-b-c.pdf`],
    ['CON', `filename="ficha.pdf"; filename*=UTF-8''ficha.pdf`],
  ])('is a file called after %j', async (name, disposition) => {
    const response = await ficha(oneRoof({}, { name }))
    expect(response.headers.get('content-disposition')).toBe(`attachment; ${disposition}`)
    await response.arrayBuffer()
  })

  test('accepts bodies up to 4 MiB', async () => {
    const notes = 'ñ'.repeat(2000)
    const checks = Array.from({ length: 500 }, (_, index) => ({ ...roof, id: String(index), notes }))
    expect((await ficha({ name: 'Grande', geo_id, checks }, { format: 'json' })).status).toBe(200)
    expect((await ficha({ name: 'x'.repeat(4 * 1024 * 1024), geo_id })).status).toBe(413)
  })
})
