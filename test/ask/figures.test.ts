import { describe, expect, test } from 'vitest'
import { bodyOf, type Json } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))
const endsOf = (body: Json) =>
  (body['figures'] as { bounds: { comparison: string; value: number }[] }[])
    .flatMap(({ bounds }) => bounds.map(({ comparison, value }) => `${comparison} ${value}`))
    .sort()

describe('a figure with two bounds', () => {
  test.each([
    ['pendiente de una cubierta plana con grava', ['gte 1', 'lt 5', 'lte 5']],
    ['pendiente de una cubierta plana con solado fijo', ['gte 1', 'lte 5']],
    ['¿Qué pendiente tiene una cubierta plana con lámina autoprotegida?', ['gte 1', 'lte 15']],
    ['pendiente mínima y máxima de una cubierta plana con lámina autoprotegida', ['gte 1', 'lte 15']],
    ['presión del agua en un grifo', ['gte 100', 'lte 500']],
  ])('one answer has both bounds, even if two rules set them: %s', async (query, ends) => {
    const body = await ask(query)
    expect(endsOf(body)).toEqual(ends)
    expect(body['answer']).toMatch(/como mínimo[\s\S]*(como máximo|menos de)|(como máximo|menos de)[\s\S]*como mínimo/)
  })
  test('a question for one bound is answered with that bound only', async () => {
    expect(endsOf(await ask('pendiente mínima de una cubierta plana con lámina autoprotegida'))).toEqual(['gte 1'])
    expect(endsOf(await ask('pendiente máxima de una cubierta plana con lámina autoprotegida'))).toEqual(['lte 15'])
  })
  test('a value is checked against both bounds', async () => {
    const over = await ask('¿Cumple una presión de agua de 600 kPa en un grifo?')
    expect(over['answer']).toMatch(/600 kPa no cumple/)
    expect(over['answer']).not.toMatch(/600 kPa cumple/)
    const within = await ask('¿Cumple una presión de agua de 300 kPa en un grifo?')
    expect(within['answer']).toMatch(/300 kPa cumple/)
    expect(within['answer']).not.toMatch(/no cumple/)
  })
})

test.each(['R 120', 'R120', 'REI120'])('a class of resistance to fire is the same with and without a space: %s', async (name) => {
  expect(endsOf(await ask(`lado mínimo de un soporte de hormigón ${name}`))).toContain('gte 250')
})

test('a limit that is computed says from which numbers of the question', async () => {
  const { answer } = await ask('Cartela con agujeros de 18 mm: distancia mínima al borde en la dirección de la fuerza')
  expect(answer).toContain('como mínimo 21,6 mm, con diámetro del agujero (d0): 18 mm')
  const { answer: global } = await ask('¿Qué K máximo tiene un edificio de viviendas nuevo en zona D con compacidad 2,5 m³/m²?')
  expect(global).toContain('con compacidad V/A: 2,5 m³/m²')
})
