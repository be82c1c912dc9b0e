import { describe, expect, test } from 'vitest'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => await bodyOf(await service.post('/api/v1/ask', { query }))

describe('a thing that is not there', () => {
  test.each([
    ['beyond the threshold', 'Torre de 45 m de altura sin pararrayos, ¿puedo dejarla así?', 'NON_COMPLIANT'],
    ['below it, where the text demands it of zones of high risk all the same', 'Tienda de 450 m2 construidos sin BIE, ¿puedo dejarla así?', null],
    [
      'said with a verb',
      'Nave exenta, tipo C, sector de fabricación de riesgo medio de 1800 m², proyecto nuevo. No lleva BIE. ¿Lo paso?',
      'NON_COMPLIANT',
    ],
    ['in the middle of a crossing', 'Paso de cebra en una avenida: el peatón cruza 15 m de golpe, sin isleta en medio. ¿Se admite?', 'NON_COMPLIANT'],
    ['where it is there', 'Torre de 45 m de altura con pararrayos, ¿puedo dejarla así?', null],
    ['where another thing is not', 'Restaurante de 700 m² sin rociadores, con una BIE. ¿Está bien así?', null],
    ['by storeys, which are counted in more than one way', 'Edificio de viviendas de 3 plantas sin ascensor, ¿vale?', null],
  ])('%s: %s', async (_, question, expected) => {
    expect((await ask(question))['verdict']).toBe(expected)
  })

  test('the answer says what the verdict rests on', async () => {
    const { answer } = await ask('Torre de 45 m de altura sin pararrayos, ¿puedo dejarla así?')
    expect(answer).toMatch(/^45 m entra en este umbral y no cumple: se exige lo que la pregunta dice que no hay\. /)
  })
})

describe('what the words of a question deny or leave out', () => {
  test.each([
    [
      'what will not be there',
      'Escalera común de un bloque nuevo. El edificio no llevará ascensor. La tabica nos sale a 18 cm. ¿Vale?',
      'NON_COMPLIANT',
    ],
    [
      'what is lacking beside what is there',
      'En el garaje de un bloque nuevo de Castelló de la Plana la plaza accesible en línea tiene los 3 m libres por detrás, pero nada de espacio al costado. ¿Vale así?',
      null,
    ],
  ])('%s: %s', async (_, question, expected) => {
    expect((await ask(question))['verdict']).toBe(expected)
  })

  test.each([
    [
      'what lies beside',
      'Garaje nuevo debajo de unas oficinas: de luminarias y equipos salen 6 W por metro cuadrado iluminado. ¿Vale?',
      'NON_COMPLIANT',
    ],
    [
      'a floor that is level',
      'Baño común de un hotel, suelo llano sin ducha: el laboratorio da un péndulo Rd de 38 en la baldosa. ¿Es suficiente?',
      'COMPLIANT',
    ],
    ['how far a thing is from another one', 'En el baño el bote sifónico me ha quedado a 1,80 m de la bajante. ¿Está dentro?', 'COMPLIANT'],
    ['the same, too far', 'En el baño el bote sifónico me ha quedado a 2,30 m de la bajante. ¿Está dentro?', 'NON_COMPLIANT'],
    ['a thing by three words of a title', 'Lavabo con sifón propio a 3,5 m de la bajante, ¿vale?', 'COMPLIANT'],
    ['whatever it measures', 'La azotea lleva 4 cm de grava de protección, ¿vale así?', 'NON_COMPLIANT'],
    ['where a thing is, as people say it', 'Tres bombonas de butano conectadas dentro del piso, ¿se puede dejar?', 'NON_COMPLIANT'],
  ])('%s is read: %s', async (_, question, expected) => {
    expect((await ask(question))['verdict']).toBe(expected)
  })

  test('a ground floor of offices lies beside nothing', async () => {
    const { verdict } = await ask('Un bajo de oficinas en un edificio de viviendas con pasillo de 1,05 m, ¿cumple?')
    expect(verdict).toBe(null)
  })

  test('a fire door is told by its name', async () => {
    const { answer } = await ask('La puerta de salida del recorrido para sillas de ruedas es cortafuegos y hay que empujarla con 60 N. ¿Cumple?')
    expect(answer).not.toMatch(/60 N no cumple/)
  })
})
