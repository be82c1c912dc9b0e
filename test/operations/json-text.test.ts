import { expect, test } from 'vitest'
import { parseExactJson } from '../../server/engine/exact-json.ts'
import { jsonText, sharedPart } from '../../server/operations/json-text.ts'
import { verifyAnswer } from '../../server/operations/verify-case.ts'
import { verifyInput } from '../../server/operations/verify-input.ts'
import { flatRoof, startService } from '../service.ts'

test('an answer with shared parts has the text that JSON.stringify gives', () => {
  const long = parseExactJson('{"value":0.35000000000000000001}')
  const part = sharedPart({ name: 'una «parte» de\n"varias"', numbers: [1, { deep: null }], missing: undefined })
  const list = sharedPart([1, 'dos', undefined])
  for (const answer of [
    { part, list, long, empty: {}, none: undefined, nothing: null, call: () => 1, 'clave "rara"': part, yes: true, number: Number.NaN },
    { part },
    { none: undefined, list },
    { number: 1 },
    [part],
    part,
    'texto',
    null,
    3,
  ])
    expect(jsonText(answer)).toBe(JSON.stringify(answer))
})

test('a shared part cannot be changed', () => {
  const part: { list: { text: string }[] } = sharedPart({ list: [{ text: 'uno' }] })
  expect(() => part.list.push({ text: 'dos' })).toThrow(TypeError)
  expect(() => Object.assign(part.list[0] ?? {}, { text: 'otro' })).toThrow(TypeError)
})

test('the answers of verify have the text that JSON.stringify gives', () => {
  const { kb, store } = startService()
  for (const language of ['es', 'en'] as const)
    for (const value of [0.2, 0.5, 0.35, 0.2])
      for (const context of [{}, { altitud_m: 1500 }]) {
        const body = verifyAnswer({ kb, language, store }, verifyInput.parse({ ...flatRoof, value, context }))
        expect(jsonText(body)).toBe(JSON.stringify(body))
      }
})
