import { describe, expect, test } from 'vitest'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query, geo_id: 'ES-28079' }))

describe('ask', () => {
  test('gives no figure if the question states a decisive condition with two values, and names both', async () => {
    const reply = await ask('¿Qué superficie máxima tiene un sector de incendio de uso administrativo o docente?')
    expect(reply).toMatchObject({ kind: 'refusal', figures: [] })
    expect(String(reply['answer'])).toMatch(/Uso del edificio.*Administrativo.*Docente/)
  })

  test('uses the narrower of two compatible values', async () => {
    const reply = await ask('¿Qué superficie máxima tiene un sector de incendio en una vivienda unifamiliar de uso residencial vivienda?')
    expect(reply).toMatchObject({ kind: 'figure' })
  })
})
