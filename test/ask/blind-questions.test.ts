import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { grade, keyedFile } from '../../scripts/eval/keyed-questions.ts'
import { askOutput } from '../../server/operations/ask-schema.ts'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

/** Questions keyed from the official texts before any was asked, 210, 240, 140, 300, 300, 200 and 100: what a right answer is, is told by `grade`. */
const items = [
  'ask-blind-questions',
  'ask-blind-questions-2',
  'ask-blind-questions-3',
  'ask-blind-questions-4',
  'ask-blind-questions-5',
  'ask-blind-questions-6',
  'ask-blind-questions-7',
].flatMap((name) => keyedFile.parse(JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/${name}.json`), 'utf8'))).items)

/** Right answers and verdicts when last measured, less a few; and answers with none of the figures expected, at most. */
const [leastRight, leastVerdicts, mostWrong] = [1150, 250, 26]

describe('questions keyed blind', () => {
  const answers = new Map<string, ReturnType<typeof askOutput.parse>>()
  const ask = async (query: string) => askOutput.parse(await bodyOf(await service.post('/api/v1/ask', { query })))
  const graded = () => items.flatMap((item) => ({ item, result: grade(service.kb, item, answers.get(item.id) ?? never(item.id)) }))
  beforeAll(async () => {
    for (const { id, question } of items) answers.set(id, await ask(question))
  }, 240_000)

  test('no verdict is the opposite of the text', () => {
    const opposite = graded().filter(({ result }) => result.verdict === 'wrong')
    expect(opposite.map(({ item }) => `${item.id} ${item.question}`)).toEqual([])
  })

  test('right answers do not become fewer, nor wrong figures more', () => {
    const marks = Map.groupBy(graded(), ({ result }) => result.mark)
    expect(marks.get('right')?.length).toBeGreaterThanOrEqual(leastRight)
    expect((marks.get('wrong') ?? []).map(({ item }) => `${item.id} ${item.question}`).length).toBeLessThanOrEqual(mostWrong)
  })

  test('verdicts do not become fewer', () => {
    expect(graded().filter(({ result }) => result.verdict === 'right').length).toBeGreaterThanOrEqual(leastVerdicts)
  })

  test.each([
    [
      'the height of another part of the parapet',
      'La barandilla del balcón de la del segundo mide 95 cm y hasta la calle hay 5,5 m. ¿Cumple de altura?',
    ],
    [
      'people taken for a number of exits, a route for a height',
      'Tienda en planta baja con una única salida, 80 personas como mucho y todo el sector con rociadores. Desde el punto más lejano hay 30 m hasta la puerta. ¿Entra?',
    ],
    ['the height of a truss taken for its tilt', 'Una cercha de 3 m de alto ha quedado 18 mm fuera de plomo después de montarla. ¿La doy por buena?'],
  ])('%s refuses nothing', async (_, question) => {
    expect((await ask(question)).verdict).not.toBe('NON_COMPLIANT')
  })

  test.each([
    ['a value that a rule reads and cannot judge', 'Hueco de paso de la puerta de 20 cm y hoja de 85 cm. ¿Cumple?'],
    ['what anybody measured', 'Hemos medido 48 dBA de aislamiento a ruido aéreo entre el salón de un piso y el del vecino. ¿Vale?'],
  ])('%s does not make all comply', async (_, question) => {
    expect((await ask(question)).verdict).not.toBe('COMPLIANT')
  })

  test('a value measured in the finished building has its tolerance', async () => {
    const question = 'Acabada la obra, el laboratorio midió 48 dBA de aislamiento a ruido aéreo entre el salón de un piso y el del vecino. ¿Vale?'
    expect((await ask(question)).verdict).not.toBe('NON_COMPLIANT')
  })

  test.each([
    [
      'values that no rule reads and that may exempt it',
      'En un muro de carga de ladrillo perforado de 24 cm quiero una sola roza vertical, de 10 cm de ancho y 6 cm de hondo, que arranca del suelo y sube 80 cm; la planta mide 2,70 m de alto. ¿Puedo?',
    ],
    [
      'a test in the finished work',
      'En el ensayo hecho en la obra terminada, entre dos pisos salen 48 dBA de aislamiento a ruido aéreo. ¿Me lo dan por bueno?',
    ],
  ])('%s refuse nothing', async (_, question) => {
    expect((await ask(question)).verdict).not.toBe('NON_COMPLIANT')
  })

  test('the text is quoted and no figure stated where none is the answer', async () => {
    const { kind, figures, answer } = await ask('¿Puedo empalmar la campana de la cocina al mismo tubo por el que sacamos el aire del baño?')
    expect({ kind, figures }).toEqual({ kind: 'extract', figures: [] })
    expect(answer).toMatch(/^No lo sé con certeza; puede responderlo este texto\./)
  })

  test('it says on which side of a threshold a value is, and gives no verdict', async () => {
    const { answer, verdict } = await ask('Restaurante de 480 m² construidos con BIE. ¿Está bien así?')
    expect(answer).toMatch(/^480 m² queda fuera de este umbral\./)
    expect(verdict).toBeNull()
  })
})

function never(id: string): never {
  throw new Error(`${id} was not asked`)
}
