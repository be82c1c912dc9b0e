import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const { kb } = service

interface Datum {
  readonly field: string
  readonly rules: number
  readonly value: unknown
  readonly source: string
  readonly assumed: { value: string; text: string } | null
  readonly help: string
}
interface Answer extends Json {
  readonly groups: readonly { id: string; label: string; data: readonly Datum[] }[]
}

const ask = async (change: Json = {}): Promise<Answer> =>
  (await bodyOf(await service.post('/api/v1/exigencias/datos', { geo_id: 'ES-09059', ...change }))) as Answer
const datum = ({ groups }: Answer, field: string): Datum | undefined => groups.flatMap(({ data }) => data).find((one) => one.field === field)

describe('the data of a building', () => {
  test('are those that some rule in force at the place reads, in the groups of the base, each once', async () => {
    const answer = await ask()
    expect(answer.groups.map(({ id }) => id)).toEqual(kb.book.buildingData.map(({ id }) => id))
    const all = answer.groups.flatMap(({ data }) => data)
    expect(new Set(all.map(({ field }) => field)).size).toBe(all.length)
    expect(all.every(({ rules, help }) => rules > 0 && help !== '')).toBe(true)
    // Only the law of Madrid reads it, which is not in force in Burgos.
    expect(datum(answer, 'plantas_sobre_rasante')).toBeUndefined()
    expect(datum(await ask({ geo_id: 'ES-28079' }), 'plantas_sobre_rasante')).toMatchObject({ source: 'unknown', value: null })
  })

  test('say what is typed, what is of the model, and what is only assumed', async () => {
    const answer = await ask({ context: { uso: 'docente', viviendas: 3 }, sources: { viviendas: 'model' } })
    expect(datum(answer, 'uso')).toMatchObject({ value: 'docente', source: 'typed', assumed: null })
    expect(datum(answer, 'viviendas')).toMatchObject({ value: 3, source: 'model', assumed: null })
    expect(datum(answer, 'edificio_protegido')).toMatchObject({ value: null, source: 'default', assumed: { value: 'false', text: 'no' } })
    expect(datum(answer, 'intervencion')).toMatchObject({ value: null, source: 'unknown', assumed: null })
  })

  test('the altitude of the municipality is help, and the stated one counts', async () => {
    const { altitude_m } = (await bodyOf(await service.get('/api/v1/geo/ES-09059'))) as { altitude_m: number }
    expect(datum(await ask(), 'altitud_m')?.assumed?.value).toBe(String(altitude_m))
    expect(datum(await ask(), 'altitud_m')).toMatchObject({
      value: null,
      source: 'place',
      assumed: { text: expect.stringMatching(/núcleo capital de Burgos.*la que cuenta es la del emplazamiento/) },
    })
    expect(datum(await ask({ context: { altitud_m: 1100 } }), 'altitud_m')).toMatchObject({ value: 1100, source: 'typed', assumed: null })
    expect(datum(await ask({ context: { 'Altitud del emplazamiento': 1100 } }), 'altitud_m')).toMatchObject({ value: 1100, source: 'typed' })
  })

  test('what is stated and belongs to no group is shown too, also where no rule reads it', async () => {
    const { groups } = await ask({ context: { tipo_uso: 'general' } })
    expect(groups.at(-1)).toMatchObject({ id: 'otros', data: [{ field: 'tipo_uso', value: 'general' }] })
    expect(datum(await ask({ context: { plantas_sobre_rasante: 4 } }), 'plantas_sobre_rasante')).toMatchObject({ rules: 0, source: 'typed' })
  })

  test('wrong data are an error at their place', async () => {
    expect(await ask({ context: { uso: 'xx' } })).toMatchObject({ code: 'validation', errors: [{ pointer: '/context/uso' }] })
    expect(await ask({ geo_id: 'ES-99999' })).toMatchObject({ code: 'unknown-municipality' })
  })

  test('a project keeps where its data come from, and the ficha says so', async () => {
    const project = { name: 'Casa', geo_id: 'ES-09059', context: { uso: 'docente', viviendas: 3 }, sources: { viviendas: 'model' } }
    expect((await bodyOf(await service.post('/api/v1/proyectos', project)))['project']).toMatchObject({ sources: { viviendas: 'model' } })
    const { conditions } = await bodyOf(await service.post('/api/v1/ficha', { project, format: 'json' }))
    expect(conditions).toMatchObject([{ source: 'dato del proyecto' }, { value: expect.stringContaining('3'), source: 'dato del modelo' }])
    expect(await bodyOf(await service.post('/api/v1/proyectos', { ...project, sources: { plazas: 'model' } }))).toMatchObject({
      errors: [{ pointer: '/sources/plazas', detail: '«plazas» no está en context: no tiene procedencia' }],
    })
  })
})
