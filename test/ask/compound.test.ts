import { expect, test } from 'vitest'
import { singleQuestions } from '../../server/ask/compound.ts'

const texts = (question: string): string[] => singleQuestions(question).map(({ text }) => text)

test.each([
  [
    'sentences that ask',
    'Bloque de 26 m: ¿lleva columna seca? ¿y ascensor para bomberos?',
    ['Bloque de 26 m: ¿lleva columna seca?', 'Bloque de 26 m: ¿y ascensor para bomberos?'],
  ],
  [
    'words that ask, with their prepositions',
    'Mechinales de un muro: ¿qué diámetro, a qué distancia y cuántos por metro cuadrado?',
    ['Mechinales de un muro: ¿qué diámetro?', 'Mechinales de un muro: ¿a qué distancia?', 'Mechinales de un muro: ¿cuántos por metro cuadrado?'],
  ],
  ['items behind a colon', 'Trastero: superficie útil, ancho y altura.', ['Trastero: superficie útil', 'Trastero: ancho', 'Trastero: altura.']],
  [
    'phrases that begin alike, with what stands behind them',
    '¿Cuánto aire por alumno en una clase y por cliente en un bar, sin fumadores?',
    ['¿Cuánto aire por alumno en una clase, sin fumadores?', '¿Cuánto aire por cliente en un bar, sin fumadores?'],
  ],
  [
    'in a language without the first mark',
    'Unha casa nova. ¿Que U máxima en la pared y en las ventanas?',
    ['Unha casa nova. ¿Que U máxima en la pared?', 'Unha casa nova. ¿Que U máxima en las ventanas?'],
  ],
])('%s are told apart', (_, question, parts) => {
  expect(texts(question)).toEqual(parts)
})

test.each([
  '¿Qué altura tiene la barandilla de una escalera?',
  '¿Cuánto mide una plaza para coches y motos?',
  '¿A qué altura van las bandas de señalización?',
  'Pasillo de 1,10 m y puerta de 80 cm.',
  '¿Qué es el sector de incendio? Me lo ha puesto el arquitecto en el plano.',
])('one question is one: %s', (question) => {
  expect(texts(question)).toEqual([])
})
