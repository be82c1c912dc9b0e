import { describe, expect, test } from 'vitest'
import { LongNumber, parseExactJson, textForDoubles } from '../../server/engine/exact-json.ts'

describe('a number of a JSON text', () => {
  test.each(['0.1', '1', '-7', '1.50', '0', '0.0', '100', '1e3', '1.5e-7', '0.350', '123456789012345', '1E+2', '-0.10'])('%s is a number', (text) => {
    expect(parseExactJson(`[${text}]`)).toEqual([Number(text)])
  })

  test.each([
    '0.1000000000000000055511151231257827',
    '12345678901234567890',
    '0.12345678901234567',
    '1e400',
    '-1e400',
    '1e-400',
    '9007199254740993',
    '1.00000000000000000001',
  ])('%s, which no double holds, keeps every digit and is written back as it came', (text) => {
    const parsed = parseExactJson(`{"a":[${text}]}`) as { a: unknown[] }
    expect(parsed.a[0]).toBeInstanceOf(LongNumber)
    expect(String(parsed.a[0])).toBe(text)
    expect(JSON.stringify(parsed)).toBe(`{"a":[${text}]}`)
  })

  test.each(['100000000000000000000', '1.0000000000000000', '0.25000000000000000', '5e-324', '0.00000000000000000'])(
    '%s, however long, is a number where a double holds it',
    (text) => expect(parseExactJson(text)).toBe(Number(text)),
  )

  test('within a text is none', () =>
    expect(parseExactJson('["0.1000000000000000055511151231257827"]')).toEqual(['0.1000000000000000055511151231257827']))

  test('that a reader of doubles would round is given to it as text, and nothing else is changed', () => {
    expect(textForDoubles('{"a":12345678901234567890,"b":1.5,"c":"x"}')).toBe('{"a":"12345678901234567890","b":1.5,"c":"x"}')
    expect(textForDoubles('[1e400,[0.12345678901234567]]')).toBe('["1e400",["0.12345678901234567"]]')
    expect(textForDoubles('{ "a" : 1 }')).toBe('{ "a" : 1 }')
  })
})

test('what is no JSON is an error as of any JSON', () => {
  for (const text of ['', '{', '[1,]', '{"a":01}', '12345678901234567890x']) expect(() => parseExactJson(text), text).toThrow(SyntaxError)
})
