import { describe, expect, test } from 'vitest'
import { askOutput } from '../../server/operations/ask-schema.ts'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string, geo_id?: string) => askOutput.parse(await bodyOf(await service.post('/api/v1/ask', { query, geo_id })))

describe('a value is not judged', () => {
  test.each([
    ['by the pools, of a room that is heated', '¿Vale una temperatura seca del aire de 28,6 °C en un local calefactado?', undefined],
    ['by the bathrooms of dwellings, of a beach that other regions rule', '¿Vale un círculo de giro de 1,35 m en una taquilla de playa?', 'ES-36057'],
    ['by the street, of a garage where the region has no rule', '¿Vale una plaza de garaje de 2,16 m de ancho?', 'ES-08019'],
    ['by the corridors of dwellings, of a public hall', '¿Vale un ancho de pasillo de 1,08 m en el vestíbulo de un edificio público?', 'ES-36057'],
    ['by the boilers for olive stones, of any boiler', '¿Vale un rendimiento del 88 % en una caldera?', undefined],
    ['by a distance between bolts taken for their diameter', 'Unión de madera con separación entre pernos de 60 mm, ¿vale?', undefined],
    ['by a deficit of five per cent, of what yields 85', '¿Vale una caldera que rinde al 85 %?', undefined],
    [
      'by one of two quantities with the same name, where the other refuses it',
      '¿Vale una distancia a la columna seca de 19,8 m en una columna seca?',
      undefined,
    ],
    ['by what is free below it, of the height of a counter', '¿Vale una altura del mostrador de 0,88 m en un mostrador accesible?', 'ES-28079'],
    ['by the space before the toilet, of a turning circle that the question names', '¿Vale diámetro de giro cabina de aseo 1,35 m?', 'ES-46250'],
    [
      'in a case taken for given, where a rule that needs none finds otherwise',
      '¿Está bien que mostrador adaptado tenga 0,88 m de altura del espacio libre inferior?',
      'ES-33024',
    ],
    [
      'by what opens it, of a height that the question names',
      '¿Está bien que contenedor de residuos del espacio público tenga 36 cm de altura a la que se detecta el elemento?',
      'ES-46250',
    ],
    [
      'in the case that the rule is about, where another case of it refuses the value',
      '¿Vale un cuadrado inscribible de 2,2 m en un patio de luces?',
      'ES-36057',
    ],
  ])('%s', async (_, question, place) => {
    expect((await ask(question, place)).verdict).toBe(null)
  })
})

test.each([
  ['¿Vale el programa de 3 años de los rociadores cada 3,3 años?', 'NON_COMPLIANT'],
  ['¿Vale una deformación local del alma en 1.000 mm de 5,4 mm?', 'COMPLIANT'],
  [
    'Chalet nuevo de 160 m2 útiles, compacidad 1,6. En el ensayo de la puerta soplante a 50 pascales nos ha dado 5,2 renovaciones por hora. ¿Aprobado?',
    'COMPLIANT',
  ],
  ['¿Vale una caldera de hueso de aceituna con un rendimiento del 88 %?', 'COMPLIANT'],
  ['altura de barandilla 1 m en colegio con 4 m de caída, ¿cumple?', 'COMPLIANT'],
  ['¿Vale un botón de alarma de incendio a 1,15 m del suelo?', 'COMPLIANT'],
])('what is named is judged, and no number in its name: %s', async (question, verdict) => {
  expect((await ask(question)).verdict).toBe(verdict)
})

test.each([
  [
    'whichever of two limits a value is held against that it fails',
    'En la centralización de luz del portal la pantalla del contador más alto queda a 1,95 m del suelo. ¿Me lo dan por bueno?',
    'NON_COMPLIANT',
  ],
  [
    'the air that is taken out by the limit on it',
    '¿Vale un caudal de extracción de 108 l/s por plaza en la ventilación de un garaje?',
    'NON_COMPLIANT',
  ],
  [
    'and none that is let in by the limit on what is taken out',
    '¿Vale un caudal de impulsión de 108 l/s por plaza en la ventilación de un garaje?',
    null,
  ],
])('judges %s', async (_, question, verdict) => {
  expect((await ask(question)).verdict).toBe(verdict)
})
