import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf } from '../service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))

describe('a question for several things of one article', () => {
  test('gets the paragraphs that say the others too', async () => {
    const { answer } = await ask('¿Qué diferencial llevan los enchufes de los cuadros provisionales de obra y qué IP a la intemperie?')
    expect(answer).toContain('30 mA')
    expect(answer).toContain('IP45')
  })
  test('and one for a single thing gets one paragraph', async () => {
    const { answer } = await ask('¿Qué sensibilidad máxima tiene el diferencial de las bases de toma de corriente de obra?')
    expect(answer).toContain('30 mA')
    expect(String(answer).split('«')).toHaveLength(2)
    expect(answer).not.toContain('IP45')
  })
})

describe('a question for several things', () => {
  test.each([
    [
      'with a word that asks for each',
      'Van a abrir un bar en el bajo (recinto de actividad) y encima está el dormitorio del primero. ¿Qué aislamiento a ruido aéreo y qué nivel de impactos hay que conseguir?',
      ['55 dBA', '60 dB ('],
    ],
    [
      'behind a colon',
      'Trasteros en un bloque nuevo de Pontevedra: superficie útil mínima, ancho mínimo del trastero y ancho del pasillo para llegar.',
      ['4 m²', '1,6 m', '1,2 m'],
    ],
    [
      'in phrases that begin alike',
      '¿Qué U máxima en Madrid en la fachada, en la cubierta y en las ventanas?',
      ['0,41 W/m²K', '0,35 W/m²K', '1,8 W/m²K'],
    ],
  ])('gets all of them %s', async (_, question, figures) => {
    const { answer, verdict } = await ask(question)
    for (const figure of figures) expect(answer).toContain(figure)
    expect(verdict).toBeNull()
  })
  test('and nothing twice', async () => {
    const { answer } = await ask('¿Cuánto aire limpio de la calle hay que meter por alumno en una clase y por cliente en un bar, sin fumadores?')
    const lines = String(answer).split('\n')
    expect(new Set(lines).size).toBe(lines.length)
  })
  test('and not, for a part without a thing of its own, a figure of another article', async () => {
    const { sources } = await ask(
      'Sector industrial de riesgo medio, 950 m² construidos y combustibles sólidos (clase A). ¿Cuántos extintores portátiles corresponden, de qué eficacia y a qué distancia máxima?',
    )
    expect(new Set((sources as { section_title: string }[]).map(({ section_title }) => section_title)).size).toBe(1)
  })
})

describe('a question that names a repealed regulation', () => {
  test('gets the reason, and the answer of the one in force', async () => {
    const { answer, kind } = await ask('Según la Orden VIV/561/2010, ¿qué ancho libre me pide en el itinerario peatonal accesible?')
    expect(answer).toMatch(/^La Orden VIV\/561\/2010 está derogada: rige la Orden TMA\/851\/2021\. /)
    expect(kind).not.toBe('refusal')
    expect(answer).toContain('1,8')
  })
})

describe('a definition', () => {
  test('is the paragraph that begins with the term', async () => {
    const { answer, kind } = await ask('¿Qué quiere decir «uso restringido» en el DB SUA?')
    expect(kind).toBe('extract')
    expect(answer).toContain('Anejo A Terminología:\nUso restringido. ')
    expect(answer).toContain('10 personas')
  })
})

describe('a question that nothing is sure enough to answer', () => {
  const doubtful = '¿En qué dirección se tienden los rollos de lámina en una cubierta con pendiente y cómo tienen que ir los solapes?'
  test('gets the paragraph that both search and the ranking put first, with the doubt before it', async () => {
    const { answer, kind, figures } = await ask(doubtful)
    expect({ kind, figures }).toEqual({ kind: 'extract', figures: [] })
    expect(answer).toMatch(/^No lo sé con certeza; puede responderlo este texto\. Según DB-HS/)
    expect(answer).toContain('perpendicular a la línea de máxima pendiente')
  })
  test('and so where a value is to be judged, without a verdict', async () => {
    const { answer, kind, verdict } = await ask('Un auditorio de 280 butacas tiene 3 huecos para sillas de ruedas. ¿Es suficiente?')
    expect({ kind, verdict }).toEqual({ kind: 'extract', verdict: null })
    expect(answer).toMatch(/^No lo sé con certeza; puede responderlo este texto\. Según DB-SUA/)
  })
  test('and so, where a value is to be judged, a paragraph with a figure of its kind that search does not put first', async () => {
    const { answer, kind, verdict } = await ask(
      'En una tienda de ropa, la pieza del suelo donde encaja el pestillo de la puerta de cristal sobresale 14 mm del pavimento. ¿Está dentro de lo permitido?',
    )
    expect({ kind, verdict }).toEqual({ kind: 'extract', verdict: null })
    expect(answer).toMatch(/^No lo sé con certeza; puede responderlo este texto\. .*12 mm/s)
  })
  test('of the document that the question names', async () => {
    const { sources } = await ask('Escalera en una plaza de Avilés con peldaños de 28 cm de huella. ¿Le vale a la ley asturiana de accesibilidad?')
    for (const { code_slug } of sources as { code_slug: string }[]) expect(code_slug).toBe('ley-5-1995-asturias')
  })
  test('and none that has no figure of the kind asked for', async () => {
    expect(await ask('¿Qué altura mínima de suelo a techo fija el CTE para un dormitorio de una vivienda normal?')).toMatchObject({ kind: 'refusal' })
  })
  test('nor does all comply where one of two numbers of things is judged', async () => {
    const { answer, verdict } = await ask(
      'Un auditorio de 280 butacas tiene 1 hueco para sillas de ruedas y 6 plazas con bucle magnético. ¿Es suficiente?',
    )
    expect(verdict).toBeNull()
    expect(answer).toContain('Queda sin juzgar: 1')
  })
})
