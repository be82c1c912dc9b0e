import { expect, test } from 'vitest'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { keyWords } from '../../server/engine/limit-words.ts'
import { dimension } from '../../server/engine/schema.ts'

const dimensions = dimensionsFrom(
  [{ id: 'uso', label: 'Uso', type: 'enum', help: '', values: [{ id: 'docente', label: 'Docente' }] }].map((one) => dimension.parse(one)),
)

test.each([
  ['docente', 'uso', 'Docente'],
  ['docente | otro_uso', 'uso', 'Docente o otro uso'],
  ['sin_dato_alguno', undefined, 'sin dato alguno'],
])('the heading %s of a table is %s in words: %s', (text, id, words) => {
  expect(keyWords(text, id, dimensions)).toBe(words)
})
