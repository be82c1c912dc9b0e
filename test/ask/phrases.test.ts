import { describe, expect, test } from 'vitest'
import { isDenied } from '../../server/ask/denied.ts'
import { phraseIndex, wordsOf } from '../../server/ask/phrase-index.ts'

const names = ['escalera sin protección', 'cuarto del ascensor', 'abierta por los dos lados', 'sin plazas', 'planta sobre rasante', 'ventana nueva']
const index = phraseIndex(names.map((name) => [name, [name]] as const))
const found = (question: string): string[] => index.find(wordsOf(question)).map(({ term }) => term)

describe('a name of several words is said', () => {
  test.each([
    ['with the denial inside it', 'Una escalera sin protección', ['escalera sin protección']],
    ['with words that tell nothing between its own', 'El cuarto de los ascensores', ['cuarto del ascensor']],
    ['with its telling word before it', 'Un garaje sin las plazas', ['sin plazas']],
    ['with its preposition', 'La planta está sobre la rasante', ['planta sobre rasante']],
  ])('%s: %s', (_, question, terms) => {
    expect(found(question)).toEqual(terms)
  })

  test.each([
    ['with a denial of something else before it', 'Edificio sin ascensor, escalera con protección'],
    ['where two things are joined', 'Un cuarto con ascensor'],
    ['over the end of a clause', 'Sin más cuarto, ascensor de cuatro plazas'],
    ['with another number', 'Abierta por un lado'],
  ])('not %s: %s', (_, question) => {
    expect(found(question)).toEqual([])
  })
})

test('what cannot be taken away is not denied', () => {
  const words = wordsOf('No puedo quitar la ventana nueva')
  expect(index.find(words).map((match) => isDenied(match, words))).toEqual([false])
})

test.each(['No me dejan abrir una ventana nueva', 'No quiero poner ventana nueva', 'No puedo abrir ventana nueva'])(
  'what cannot or shall not be is denied: %s',
  (question) => {
    const words = wordsOf(question)
    expect(index.find(words).map((match) => isDenied(match, words))).toEqual([true])
  },
)
