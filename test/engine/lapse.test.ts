import { describe, expect, test } from 'vitest'
import type { BookDocument } from '../../server/engine/book.ts'
import { lapseOn } from '../../server/engine/lapse.ts'
import { smallBook } from './small-book.ts'

const documentOf = (parts: Partial<BookDocument>): BookDocument => {
  const found = smallBook({ documents: [parts], elements: [], parameters: [], rules: [] }).documents.get('d')
  if (found === undefined) throw new RangeError('no document d')
  return found
}
const editions = [
  { version: '1', label: '1', from: '2020-01-01', to: '2021-12-31' },
  { version: '2', label: '2', from: '2023-01-01', to: '2024-06-30' },
]

describe('why a document gives no rule for a day', () => {
  test.each([
    ['2020-01-01', 'rule-not-held', '1', undefined],
    ['2021-12-31', 'rule-not-held', '1', undefined],
    ['2023-01-01', 'rule-not-held', '2', undefined],
    ['2024-06-30', 'rule-not-held', '2', undefined],
    ['2024-07-01', 'repealed', undefined, '2024-06-30'],
    ['2022-06-01', 'edition-not-held', undefined, '2010-01-01'],
    ['2010-01-01', 'edition-not-held', undefined, '2010-01-01'],
    ['2009-12-31', 'not-yet', undefined, '2010-01-01'],
  ])('on %s: %s', (day, reason, version, said) => {
    expect(lapseOn(documentOf({ editions, firstInForce: '2010-01-01' }), day)).toEqual({ document: 'd', reason, version, day: said })
  })

  test('before every edition that is held nobody knows, where it is not said since when the document exists', () => {
    expect(lapseOn(documentOf({ editions }), '2019-12-31')).toEqual({
      document: 'd',
      reason: 'history-unknown',
      version: undefined,
      day: '2020-01-01',
    })
    expect(lapseOn(documentOf({ editions: [] }), '2019-12-31')).toEqual({
      document: 'd',
      reason: 'history-unknown',
      version: undefined,
      day: undefined,
    })
  })

  test('one that is in force for good is never repealed', () => {
    const document = documentOf({ editions: [{ version: '1', label: '1', from: '2020-01-01', to: null }] })
    expect(lapseOn(document, '2099-01-01')).toMatchObject({ reason: 'rule-not-held', version: '1' })
  })
})
