import { describe, expect, test } from 'vitest'
import { toSpanish } from '../../server/ask/to-spanish.ts'
import { realBase } from '../service.ts'

const kb = realBase()

describe('a question in another language', () => {
  test.each([
    ['ca', "Quina és l'amplada mínima d'una escala d'ús general?", /cuál es la anchura mínima de \S+ escala .*uso general/],
    ['ca', "Quin gruix ha de tenir l'aïllament de les canonades?", /qué espesor debe tener la aislamiento de \S+ tuberías/],
    ['ca', 'quina amplada ha de tenir el passadis d un habitatge', /qué anchura debe tener el pasillo .* vivienda/],
    [
      'ca',
      'A quina pressió he de provar les canonades de la calefacció i les de l’aigua calenta?',
      /A qué presión .*probar .*tuberías .*agua caliente/,
    ],
    ['gl', 'Un centro comercial ten a instalación contra incendios posta en servizo en 2001. De que prazo dispuña?', /puesta en servicio .*plazo/],
    ['gl', 'Cal é a altura mínima da varanda dunha terraza en Lugo?', /cuál es a altura mínima da barandilla de una terraza en Lugo/],
    ['gl', 'Canta pendente pode ter unha rampla accesible?', /cuánta pendiente puede tener una rampa accesible/],
    ['eu', 'Zein da eskaileraren gutxieneko zabalera?', /cuál es escalera mínima anchura/],
    ['eu', 'Zenbat gela egokitu behar dira hotel batean?', /cuántos alojamientos accesibles/],
    ['en', 'How thick must the wall of a warehouse be?', /qué espesor debe .* muro .* almacén/],
    ['ca', 'Quants endolls porta el safareig?', /cuántos enchufes .*lavadero/],
    ['gl', 'Cantos chanzos ten a escaleira?', /peldaños tiene .* escalera/],
    ['eu', 'Garajeko arrapalaren gehieneko malda', /garaje rampa máxima pendiente/],
    ['en', 'What is the minimum width of a corridor?', /cuál es el mínimo anchura de \S+ pasillo/],
    ['en', 'How high must a balcony railing be?', /qué altura debe \S+ balcón barandilla ser/],
    ['en', 'What is the maximum U-value of a flat roof in Madrid?', /transmitancia térmica de \S+ cubierta plana .* Madrid/],
  ])('%s: %s', (language, question, spanish) => {
    const read = toSpanish(question, kb)
    expect(read.language).toBe(language)
    expect(read.text).toMatch(spanish)
  })

  test.each([
    '¿Cuál es la altura mínima de la barandilla en San Feliu de Guíxols?',
    '¿Es obligatorio el ascensor en Donostia?',
    'mortero de cal en muro, espesor',
    'altura barandilla terraza',
    'transmitancia máxima fachada zona D3',
    '¿Cumple una puerta de 80 cm en A Coruña?',
    'U 0,40 W/m2K fachada',
    '',
  ])('a Spanish question comes back as it is: %s', (question) => {
    expect(toSpanish(question, kb)).toEqual({ text: question, language: 'es', unread: new Set() })
  })

  test('each language has its words, and no key stands for two things', () => {
    expect(kb.languages.map(({ language }) => language).sort()).toEqual(['ca', 'en', 'eu', 'gl'])
    for (const { words } of kb.languages) expect(Object.keys(words).length).toBeGreaterThan(250)
  })
})
