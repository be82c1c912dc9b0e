import { describe, expect, test } from 'vitest'
import { askOutput } from '../../server/operations/ask-schema.ts'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string) => askOutput.parse(await bodyOf(await service.post('/api/v1/ask', { query })))

describe('which quantity of a question is judged', () => {
  test.each([
    [
      'and so beside a quantity with a word of the same thing',
      'Cerchas de madera con placas dentadas: la placa monta 45 mm sobre una barra de 180 mm de canto. ¿Vale ese solape?',
      'NON_COMPLIANT',
    ],
    [
      'a number in words counts the noun behind it',
      'Chalet en parcela llana: el geólogo me ha hecho solo dos puntos de reconocimiento. ¿Es suficiente?',
      'NON_COMPLIANT',
    ],
    [
      'a threshold that reads another quantity does not keep the value from its limit',
      '¿Cumple una barandilla de 1,00 m con una caída de 5 m?',
      'COMPLIANT',
    ],
  ])('%s', async (_, question, verdict) => {
    expect((await ask(question)).verdict).toBe(verdict)
  })

  test.each([
    ['¿Está bien una puerta de 75 cm en un aseo accesible?', 'cte-db-sua'],
    ['Instituto: las puertas de las clases barren parte de un pasillo de 2 metros. ¿Se puede dejar así?', 'cte-db-sua'],
    ['Paso de 1,70 m en una acera, ¿cumple?', 'orden-tma-851-2021'],
    ['¿Qué recorrido hasta un extintor admite una nave industrial?', 'rsciei'],
  ])('a document of streets or industry answers what is said of its field: %s', async (question, document) => {
    expect((await ask(question)).sources[0]?.code_slug).toBe(document)
  })

  test('the documents that have a field, or stand instead of a repealed one, are in the base', () => {
    const { kb } = service
    const documents = kb.documents.flatMap(({ slug, collection }) => [slug, collection])
    const named = [...Object.keys(kb.fields), ...kb.beyond.flatMap(({ instead }) => instead ?? [])]
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((one) => !documents.includes(one))).toEqual([])
  })

  test.each([
    ['a door of a kind that is not said', 'puerta de 85 cm, ¿cumple?', null],
    ['a height of 1.5 m is no way of 15 m', 'extintor a 1,5 m, ¿cumple?', null],
    ['a sill may be measured in several ways', '¿Vale un alféizar de 5 cm?', null],
    ['a name of two things is judged as neither', 'plaza reservada de 0,88 m de ancho, ¿cumple?', null],
    ['the quantity is said', 'recorrido hasta el extintor de 16 m, ¿cumple?', 'NON_COMPLIANT'],
    ['the quantity is said by its symbol', 'medianera con U 0,9 en Burgos, ¿cumple?', 'NON_COMPLIANT'],
  ])('a value of a thing is judged only if something tells what it measures: %s', async (_, question, verdict) => {
    expect((await ask(question)).verdict).toBe(verdict)
  })

  test('air changes are by the hour, and no alteration', async () => {
    const { answer } = await ask(
      '¿Qué renovaciones a 50 Pa admite un chalet nuevo de 180 m² útiles con compacidad 1,8? Me han salido 5,2 renovaciones',
    )
    expect(answer).toContain('6 1/h')
  })

  test.each([
    ['its symbol', 'Bloque de viviendas nuevo, zona climática B3, compacidad 2,5 m³/m². Nos sale K = 0,66 W/m²K. ¿Cumplimos?', '0,675'],
    [
      'its test, whose pressure is no value of its own',
      'Chalet nuevo de 180 m² útiles, compacidad 1,8. El ensayo de la puerta soplante ha dado 5,2 renovaciones a 50 Pa. ¿Lo paso?',
      '6 1/h',
    ],
  ])('a quantity of one thing alone is named by %s', async (_, question, limit) => {
    const { answer, verdict } = await ask(question)
    expect(verdict).toBe('COMPLIANT')
    expect(answer).toContain(limit)
  })
  test.each([
    'La bajante tiene separación a la cara inferior del forjado de 30 cm. ¿Cumple?',
    'La barandilla tiene carga en el borde de 30 kN/m. ¿Cumple?',
  ])('and not where its sentence names another thing: %s', async (question) => {
    expect((await ask(question)).verdict).not.toBe('COMPLIANT')
  })
  test('a unit in several words states the case', async () => {
    const { answer, verdict } = await ask(
      'Edificio nuevo de 40 pisos, 3900 litros de agua caliente al día. Entre placas y aerotermia llegamos al 62 % con renovables. ¿Nos vale?',
    )
    expect(verdict).toBe('COMPLIANT')
    expect(answer).toContain('60 %')
  })
  test('a height of metres is no tilt, where the limit of the tilt hangs on that height too', async () => {
    const { verdict } = await ask(
      'Cerchas de madera de las de placa clavada, de los apoyos a la cumbrera suben 3 m. Una ha quedado montada y está 15 mm fuera de plomo. ¿Se acepta o hay que enderezarla?',
    )
    expect(verdict).not.toBe('NON_COMPLIANT')
  })
  test.each(['Pasillo de 1 m y puerta de 70 cm en una vivienda, ¿valen?', 'Pasillo de 2 m con puertas a los lados en un instituto, ¿vale?'])(
    'the width of a corridor is no part of it that doors take away: %s',
    async (question) => {
      const { verdict, figures } = await ask(question)
      expect(verdict).toBeNull()
      expect(figures.map(({ rule }) => rule)).not.toContain('sua2-1.2-barrido-puertas-invasion')
    },
  )
  test('a rule on something that the question does not name is only quoted', async () => {
    expect(await ask('puerta de paso de 72 cm en un despacho, ¿vale?')).toMatchObject({ verdict: null, figures: [] })
  })
  test('not all cases fail where one exempts what is asked of, and a slope is not answered with a width', async () => {
    expect(await ask('¿Cumple una rampa de garaje del 18 %?')).toMatchObject({ verdict: null, figures: [] })
  })
  test('the case that a refusal takes for given is none that the rule exempts', async () => {
    const { answer, verdict } = await ask(
      'En el pasillo de un centro comercial ha quedado una ceja de 5 mm entre dos piezas del suelo, en una junta. ¿Se puede dejar así?',
    )
    expect(verdict).toBe('NON_COMPLIANT')
    expect(answer).toMatch(/^5 mm no cumple, si es este el caso, que la pregunta no precisa \(uso general o restringido de la zona: Uso general\)/)
  })
  test.each([
    [
      'what stands beside the name of a condition is the case',
      '¿Vale un pilote in situ de 65 cm de diámetro desviado 4 cm de su posición? El pliego no marca otra tolerancia.',
      /^4 cm (cumple|respeta)/,
    ],
    [
      'a height of the thing is not its tilt',
      'Una cercha de 3 m de alto ha quedado 18 mm fuera de plomo después de montarla. ¿La doy por buena?',
      /^18 mm (cumple|respeta)/,
    ],
  ])('%s', async (_, question, expected) => {
    expect((await ask(question)).answer).toMatch(expected)
  })

  test('a class is said as it was written, and not as a number of the question', async () => {
    const { answer, verdict } = await ask('¿Vale una pared EI 60 entre dos viviendas?')
    expect(verdict).toBe('COMPLIANT')
    expect(answer).toMatch(/^EI 60 cumple\./)
  })
  test('a rule on steps without risers judges no riser', async () => {
    expect((await ask('Escalera recta dentro de un dúplex: tabica de 19,5 cm. ¿Lo paso?')).figures.map(({ rule }) => rule)).not.toContain(
      'sua1-4.1-sin-tabica',
    )
  })

  test('a value is not refused where another of the question, which may be meant, stands', async () => {
    expect((await ask('Pilotes in situ: 65 cm y 4 cm de desviación de posición. ¿Vale?')).verdict).not.toBe('NON_COMPLIANT')
  })
})

describe('a number of things is judged only by a rule that counts them', () => {
  test.each([
    'Vivienda con un solo baño. ¿Cumple?',
    'Vivienda con 2 baños. ¿Cumple?',
    'En una vivienda hay dos trasteros. ¿Cumple?',
    'La nave lleva 3 rampas. ¿Cumple?',
    'En una vivienda hay 3 circuitos. ¿Cumple?',
    'El edificio tiene dos sumideros. ¿Cumple?',
    'La escalera tiene 3 tramos. ¿Cumple?',
    'La escalera tiene 3 plantas. ¿Cumple?',
    'El hotel tiene dos plantas. ¿Cumple?',
    'El hotel tiene 3 plantas. ¿Cumple?',
    'En la obra hay dos capas. ¿Cumple?',
  ])('%s', async (question) => {
    expect((await ask(question)).verdict).toBeNull()
  })

  test.each([
    ['Escalera de uso general con dos peldaños. ¿Vale?', 'NON_COMPLIANT'],
    ['Salón de 18 m² con tres enchufes. ¿Cumple?', 'COMPLIANT'],
    ['Planta de hospitalización con dos sectores de incendio. ¿Vale?', 'COMPLIANT'],
  ])('%s', async (question, verdict) => {
    expect((await ask(question)).verdict).toBe(verdict)
  })
})

describe('how people say that a condition holds', () => {
  test('is read in a question', async () => {
    expect((await ask('Escalera dentro de un dúplex: 85 cm de ancho. ¿Lo paso?')).verdict).toBe('COMPLIANT')
  })
  test.each([
    ['La azotea es de los vecinos y se puede subir a tender. He calculado el peto con 0,8 kN/m de empuje horizontal, ¿me vale?', 'NON_COMPLIANT'],
    ['Sala de calderas de gas de 12 m² con un orificio de ventilación superior de 200 cm². ¿Vale?', 'COMPLIANT'],
    ['Centro comercial con más de 2.000 personas. El plan de autoprotección se revisó hace cuatro años. ¿Estamos en regla?', 'NON_COMPLIANT'],
  ])('in everyday words: %s', async (question, verdict) => {
    expect((await ask(question)).verdict).toBe(verdict)
  })
  test('and not where it is denied', async () => {
    expect((await ask('Escalera recta, no dentro de un dúplex: 85 cm de ancho. ¿Lo paso?')).verdict).not.toBe('COMPLIANT')
  })
})
