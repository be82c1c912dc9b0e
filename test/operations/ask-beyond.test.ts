import { describe, expect, inject, test } from 'vitest'
import { countedKinds } from '../../server/engine/unit.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { service } from '../ask/ask-service.ts'
import { bodyOf } from '../service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))

describe('ask', () => {
  test.each([
    'How long does my cat sleep?',
    'How many legs does a spider have?',
    '¿Qué velocidad alcanza un guepardo?',
    'peso de un hipopótamo',
    '¿Cuántos años vive una tortuga?',
    'temperatura del Sol',

    '¿Qué distancia mínima hay entre la Tierra y Marte?',
  ])('finds nothing for a question of something that the base does not know: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'refusal', figures: [], sources: [], suggestions: [] })
  })
  test.each([
    '¿Cuánto me va a cobrar un cerrajero por cambiar las tres puertas cortafuegos del garaje, mano de obra incluida?',
    '¿Cuánto le puede costar a la comunidad poner una línea de vida?',
    '¿Por cuánto me sale un ascensor de seis plantas?',
  ])('has no prices: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ kind: 'refusal', answer: expect.stringMatching(/^La base no tiene precios/) })
  })
  test('takes the budget of a work for no question of prices', async () => {
    const { answer } = await ask('Obra con un presupuesto de ejecución por contrata de 500.000 €. ¿Hace falta estudio de seguridad y salud?')
    expect(answer).not.toContain('no tiene precios')
    expect((await ask('¿Cuánto mide de ancho la rampa? Me va a costar subirla'))['answer']).not.toContain('no tiene precios')
  })
  test('has no text of a private standard', async () => {
    const { answer } = await ask('Pásame la tabla de ensayos y los valores de fuerza de apertura que fija la UNE-EN 1125 para las barras antipánico')
    expect(answer).toMatch(/^La base cita normas UNE/)
  })
  test.each([
    [
      'what a repealed norm used to ask',
      '¿Qué anchura mínima de pasillo de evacuación pedía la NBE-CPI/96?',
      /^Las normas básicas NBE están derogadas/,
    ],
    ['an old edition', '¿Qué transmitancia máxima pedía para los muros la HE1 de 2006 en Madrid?', /^La base no tiene las ediciones del CTE de 2006/],
    ['a manual of a supplier', '¿Qué medidas interiores pide el manual técnico de i-DE para el nicho de la acometida?', /^Son normas particulares/],
  ])('states no figure of %s', async (_, question, reason) => {
    expect(await ask(question)).toMatchObject({ kind: 'refusal', figures: [], answer: expect.stringMatching(reason) })
  })
  test('says what is in force to who takes a repealed norm for it', async () => {
    const { kind, answer } = await ask('La Orden VIV/561/2010, que es la vigente, ¿qué ancho libre pide en el itinerario accesible?')
    expect(kind).not.toBe('refusal')
    expect(answer).toMatch(/^La Orden VIV\/561\/2010 está derogada: rige la Orden TMA\/851\/2021\. .*1,80 m/s)
  })
  test.each([
    '¿De qué color hay que pintar por dentro las paredes del cuarto de contadores de la luz? ¿Obligan a blanco?',
    '¿De qué material debe ser la bajante?',
  ])('what is no quantity is not answered with figures: %s', async (question) => {
    expect(await ask(question)).toMatchObject({ figures: [] })
  })
  test('how often is answered with a time, and no number of times', async () => {
    const { figures } = (await ask('¿cada cuánto se revisa un extintor y cada cuánto se retimbra?')) as { figures: { unit: string }[] }
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter(({ unit }) => unit === '1')).toEqual([])
  })
  test('how many metres is not answered with millimetres', async () => {
    const { figures } = (await ask('¿Cada cuántos metros pongo BIE y a qué altura?')) as { figures: { unit: string }[] }
    expect(figures.map(({ unit }) => unit)).not.toContain('mm')
  })
  test.each(['ventana de 1,6 W/m² K en Burgos ¿ok?', 'ventana de 1,6 W/m²K en Burgos, ¿bien?'])(
    'words that ask whether it is right are no subject: %s',
    async (question) => {
      expect(await ask(question)).toMatchObject({ verdict: 'COMPLIANT' })
    },
  )
  test('reads the point of a number as parting thousands where another has a decimal comma', async () => {
    const body = await ask('Edificio de oficinas de 1.600 m² útiles con ascensor de cabina de 1,00 m de ancho. ¿Sirve como accesible?')
    expect(body['answer']).not.toContain('puede ser')
  })
  test('says of a thing in a place what is demanded of it, and not what it is', async () => {
    const body = await ask('extintores en un garaje')
    expect(JSON.stringify(body['figures'])).not.toContain('ripci-4-1')
    expect(body['answer']).toMatch(/15 m \(DB-SI.*«.*21A-113B/s)
  })
  test('says how many of a thing there must be by how far apart they may be', async () => {
    const body = await ask('¿Cuántos extintores hacen falta en un garaje?')
    expect(body['answer']).toMatch(/15 m \(DB-SI.*«.*21A-113B/s)
  })
  test('a height is not answered with widths', async () => {
    const body = await ask('Alicante: altura libre de los pasillos comunes de un edificio de pisos')
    expect(JSON.stringify(body['figures'])).not.toMatch(/anch/i)
  })
  test('the distance of one thing is not that between others', async () => {
    const body = await ask('Cable enterrado en tubo por la calle en línea recta, ¿cada cuántos metros meto una arqueta?')
    expect(JSON.stringify(body['figures'])).not.toContain('separacion')
  })
  test('a leg is no rung of a ladder', async () => {
    expect(await ask('¿Cuántas patas tiene una araña?')).toMatchObject({ figures: [] })
  })
  test('quotes what may answer a yes or no without a value', async () => {
    expect(await ask('¿Puedo firmar certificados de eficiencia energética sin curso previo?')).not.toMatchObject({ kind: 'refusal' })
  })
})

test('countedKinds are kinds of the units of things that are counted', () => {
  const kb = openKnowledgeBase(inject('packFile'))
  const { units } = kb.book
  expect([...countedKinds].sort()).toEqual(['locales', 'personas', 'plantas', 'plazas', 'viviendas'].map((text) => units.parse(text)?.kind))
  kb.close()
})
