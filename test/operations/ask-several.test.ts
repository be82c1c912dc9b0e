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
