import { describe, expect, test } from 'vitest'
import { meaningIn } from '../../server/ask/meaning.ts'
import { type AnswerUnit, buildAnswerIndex, openAnswerIndex } from '../../server/kb/answer-index.ts'
import { packArrays, unpackArrays } from '../../server/kb/packed-arrays.ts'
import { readVectors, shortVector, vectorLine, vectorSize } from '../../server/kb/word-vectors.ts'

const point = (first: number, second: number): Float64Array => Float64Array.from({ length: vectorSize }, (_, at) => [first, second][at] ?? 0)
const vector = (stem: string, first: number, second: number) => ({ stem, ...shortVector(point(first, second)) })
const unit = (body: string, name: string): AnswerUnit => ({
  kind: 'rule',
  document: 'd',
  section: body,
  editions: ['1'],
  body,
  asked: [],
  name,
  text: '',
  context: '',
})

describe('vectors of words', () => {
  test('a line is read as it was written', () => {
    const one = vector('barandill', 0.5, -0.25)
    const [read] = readVectors(`${vectorLine(one)}\n`)
    expect(read).toMatchObject({ stem: 'barandill', values: one.values })
    expect((read as typeof one).scale).toBeCloseTo(one.scale, 6)
  })

  test.each(['barandill\t0.1\tAAAA', 'barandill\tx\t', 'barandill'])('a bad line is named: %s', (line) => {
    expect(readVectors(`${vectorLine(vector('muro', 1, 0))}\n${line}\n`)).toBe(
      `«barandill»: expected a stem, a scale and ${vectorSize} bytes in base64`,
    )
  })

  test('arrays of every kind come back from a pack, whatever their length', () => {
    const arrays = { whole: Uint32Array.of(1, 2 ** 31), short: Int8Array.of(-1, 2, -3, 4, 5), float: Float32Array.of(0.5) }
    expect(unpackArrays(packArrays({ a: 'ñ' }, arrays))).toEqual({ head: { a: 'ñ' }, arrays })
  })

  test('a question lies near a unit that has another word for the same thing', () => {
    const vectors = [vector('quitamied', 1, 0.1), vector('barrer', 1, 0), vector('rampa', 0, 1)]
    const index = openAnswerIndex(
      buildAnswerIndex([unit('barrera', 'Barrera quitamiedos'), unit('otra', 'Barrera'), unit('rampa', 'Rampa')], [], vectors),
    )
    const [, other = 0, ramp = 0] = meaningIn(index).find([{ term: index.terms.get('quitamied') ?? -1, weight: 1 }])
    expect(other).toBeGreaterThan(0.9)
    expect(ramp).toBeLessThan(0.2)
  })

  test('a base without vectors has no meanings, and answers all the same', () => {
    const index = openAnswerIndex(buildAnswerIndex([unit('a', 'Barrera')], []))
    expect([...meaningIn(index).find([{ term: 0, weight: 1 }])]).toEqual([0])
  })
})
