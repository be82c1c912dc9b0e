import { describe, expect, test } from 'vitest'
import { phraseIndex, wordsOf } from '../../server/ask/phrase-index.ts'
import { slotReader } from '../../server/ask/slots.ts'
import { quantitiesIn } from '../../server/engine/quantities.ts'
import { bodyOf, realBase } from '../service.ts'
import { service } from './ask-service.ts'

const kb = realBase()
const reader = slotReader(kb)
const quantities = (question: string): string[] => quantitiesIn(question, kb.book.units).map(({ text, unit }) => `${text} ${unit?.text ?? '-'}`)

describe('the quantities of a question', () => {
  test.each([
    ['una cabina de 1,00 × 1,25 m', ['1.00 m', '1.25 m']],
    ['una plaza de 5,20 x 3,70 m', ['5.20 m', '3.70 m']],
    ['peldaños de 18 cm de alto por 28 de fondo', ['18 cm', '28 cm']],
    ['la ventana mide 0,75 m². ¿Llega?', ['0.75 m²']],
    ['huella 30 y contrahuella 16. ¿Vale?', ['30 -', '16 -']],
    ['durante dos horas a 15 kg/cm²', ['2 horas', '15 kg/cm²']],
    ['una fachada de dos hojas', ['2 -']],
    ['4,60 m-ko altuera', ['4.60 m']],
    ['una presión de 10 m.c.a.', ['10 m.c.a.']],
    ['3 litros por segundo y plaza', ['3 litros por segundo y plaza']],
    ['3 litros por segundo y nadie lo mira', ['3 litros por segundo']],
    ['una carga de 200 kilos por metro cuadrado', ['200 kilos por metro cuadrado']],
    ['7 vatios por metro cuadrado iluminado', ['7 vatios por metro cuadrado']],
    ['90 litros diarios', ['90 litros diarios']],
    ['3900 litros de agua caliente al día', ['3900 litros al día']],
    ['12 metros cuadrados de planta', ['12 metros cuadrados']],
    ['14 peldaños por tramo', ['14 peldaños']],
  ])('%s', (question, expected) => {
    expect(quantities(question)).toEqual(expected)
  })
})

describe('the conditions of a question', () => {
  test('a number behind the name of one is not of it where it counts something else', () => {
    expect(reader.read('Un garaje de una planta con 14 coches').known.has('plantas')).toBe(false)
    expect(String(reader.read('Un edificio de 14 plantas').known.get('plantas'))).toBe('14')
  })
})

describe('the unit that a question asks for', () => {
  const asked = (question: string) => reader.read(question).unit?.text
  test('is read in as many words as it has', () => {
    expect(asked('¿Cuántos vatios por metro cuadrado en el garaje?')).toBe('vatios por metro cuadrado')
    expect(asked('¿Cuántos vatios de luces por metro cuadrado?')).toBe('vatios por metro cuadrado')
    expect(asked('¿Cuántos metros de ancho?')).toBe('m')
  })
  test('is what a note begins with, and no number of things', () => {
    expect(asked('oficina nueva, m3 libres, mínimo')).toBe('m3')
    expect(asked('lux en el suelo del garaje')).toBe('lux')
    expect(asked('Vivienda nueva, altura máxima del antepecho')).toBeUndefined()
    expect(asked('escalera de 80 cm, ¿vale?')).toBeUndefined()
  })
  test('is none where another quantity may be meant instead', () => {
    expect(asked('¿A partir de cuántas viviendas, o de qué altura?')).toBeUndefined()
  })
})

describe('what a question names', () => {
  const index = phraseIndex([
    ['none', ['sin plazas']],
    ['steel', ['acero']],
    ['salty', ['salada']],
    ['protected', ['protegido']],
    ['ladder', ['pate']],
    ['a', ['a']],
  ])
  const found = (question: string): string[] => index.find(wordsOf(question)).map(({ term }) => term)

  test('words like "sin" are part of a name', () => {
    expect(found('garaje de 30 plazas')).toEqual([])
    expect(found('garaje sin plazas')).toEqual(['none'])
  })

  test('two words of one stem are one only if number or gender is all that differs', () => {
    expect(found('a 1,90 m de la acera')).toEqual([])
    expect(found('la salida del salón')).toEqual([])
    expect(found('las patas de una mesa')).toEqual([])
    expect(found('los pates del pozo')).toEqual(['ladder'])
    expect(found('una escalera protegida')).toEqual(['protected'])
  })

  test('the longer name of one condition hides no value of another', () => {
    expect(reader.read('pasillo de un edificio de viviendas').known.get('uso')).toBe('residencial_privado')
  })

  test('what a question asks for is measured in units of its kind, and a height is no width', () => {
    const asked = (question: string) => reader.read(question)
    const kindOf = (unit: string): string => kb.book.units.parse(unit)?.kind ?? ''
    const pressure = asked('¿Qué presión mínima tiene que haber en el grifo?').measuredIn
    expect([pressure?.has(kindOf('kPa')), pressure?.has(kindOf('m')), pressure?.has(kindOf('°C'))]).toEqual([true, false, false])
    expect(asked('altura libre de los pasillos comunes').size).toBe('altura')
    expect(asked('¿Qué ancho tiene el pasillo con una altura de 2,30 m?').size).toBe('anchura')
    expect(asked('ancho y altura de la puerta').size).toBeUndefined()
    expect(asked('superficie y altura del patio').measuredIn).toBeUndefined()
    expect(asked('presión del agua en el grifo').measuredIn?.has(kindOf('m'))).toBe(false)
  })

  test('the height of a beam is no question word of another language', () => {
    expect(reader.read('viga de canto 400 mm con un agujero de 200 mm, ¿vale?').judges).toBe(true)
  })
})

describe('two values of one kind', () => {
  test('each is judged by the rule whose words stand near it and whose limit it is near to', async () => {
    const query = 'El pulsador de alarma de incendio tiene la parte superior a 1,15 m del suelo y a 20 m del punto más alejado. ¿Cumple?'
    expect(await bodyOf(await service.post('/api/v1/ask', { query }))).toMatchObject({ verdict: 'COMPLIANT' })
  })
})

describe('what the words beside a quantity say it is', () => {
  test.each([
    ['un lavabo a 82 cm del suelo', 'altura'],
    ['un peldaño de 18 cm de alto', 'altura'],
    ['una puerta de 78 cm de ancho', 'anchura'],
    ['un muro con 24 cm de grosor', 'espesor'],
    ['pates cada 30 cm', 'distancia'],
    ['hasta la salida hay 28 m andando', 'recorrido'],
    ['una tubería de 32 mm', undefined],
  ])('%s', (question, magnitude) => {
    expect(reader.read(question).unassigned[0]?.magnitude).toBe(magnitude)
  })

  test('a thickness is no height: no rule on a height answers how thick', async () => {
    const query = '¿Cuántos centímetros de grosor tiene que tener la barandilla de una escalera?'
    const { figures } = await bodyOf(await service.post('/api/v1/ask', { query }))
    expect(JSON.stringify(figures)).not.toContain('altura')
  })
})

describe('a question for several things', () => {
  test.each([
    ['¿Qué diámetro lleva el tubo y a qué altura sale?', true],
    ['¿cuánto mide la huella y cuánto la contrahuella?', true],
    ['¿Qué huella y contrahuella mínimas?', true],
    ['¿Qué anchura mínima tiene una puerta?', false],
    ['¿cuánto mide como mínimo el pasillo que lleva a la salida?', false],
  ])('%s', (question, isSeveral) => {
    expect(reader.read(question).asksSeveral).toBe(isSeveral)
  })
})

describe('what the base does not hold', () => {
  test.each([
    ['¿Qué dice el artículo 400 de la LOE?', 'La base no tiene un artículo 400 de LOE'],
    ['¿Qué dice la Orden VIV/561/2010 de la anchura del itinerario peatonal accesible?', 'está derogada'],
  ])('%s', async (query, reason) => {
    expect((await bodyOf(await service.post('/api/v1/ask', { query })))['answer']).toContain(reason)
  })

  test('an article that the document has is quoted', async () => {
    const body = await bodyOf(await service.post('/api/v1/ask', { query: '¿Qué dice el artículo 17 de la LOE?' }))
    expect(body).toMatchObject({ kind: 'extract' })
  })
})
