import { describe, expect, test } from 'vitest'
import { parseExactJson } from '../../server/engine/exact-json.ts'
import { RepeatedKeyError } from '../../server/engine/repeated-keys.ts'

/** The field that a text states twice and its two values, or undefined if it states none so. */
function repeated(text: string): readonly string[] | undefined {
  try {
    parseExactJson(text)
    return undefined
  } catch (error) {
    if (!(error instanceof RepeatedKeyError)) throw error
    return [error.pointer, ...error.values]
  }
}

describe('a field stated twice with different values is refused with its place', () => {
  test.each<[string, string, string[]]>([
    ['at the top', '{"a":1,"a":2}', ['/a', '1', '2']],
    ['after another field', '{"b":1,"a":1,"c":3,"a":2}', ['/a', '1', '2']],
    ['the first of two such', '{"a":1,"a":2,"b":1,"b":2}', ['/a', '1', '2']],
    ['in an object in it', '{"a":{"b":1,"b":2}}', ['/a/b', '1', '2']],
    ['in the second field', '{"z":{"b":1},"a":{"b":1,"b":2}}', ['/a/b', '1', '2']],
    ['after an object', '{"a":{"b":1},"c":[1],"a":{"b":2}}', ['/a', '{"b":1}', '{"b":2}']],
    ['in the first of a list', '[{"a":1,"a":2}]', ['/0/a', '1', '2']],
    ['in the third of a list', '{"l":[1,{"a":1},{"a":1,"a":2}]}', ['/l/2/a', '1', '2']],
    ['in a list in a list', '[[0],[0,[{"a":1,"a":2}]]]', ['/1/1/0/a', '1', '2']],
    ['in three with one value again', '{"a":1,"a":1,"a":2}', ['/a', '1', '2']],
    ['in words', '{"a":"x","a":"y"}', ['/a', '"x"', '"y"']],
    ['as nothing and as no', '{"a":null,"a":false}', ['/a', 'null', 'false']],
    ['as text and as number', '{"a":"1","a":1}', ['/a', '"1"', '1']],
    ['in lists', '{"a":[1,2],"a":[1,3]}', ['/a', '[1,2]', '[1,3]']],
    ['with spaces around', '{ "a" : 1 ,\n "a" :\t2 }', ['/a', '1', '2']],
    ['with an escape in one name', '{"a":1,"\\u0061":2}', ['/a', '1', '2']],
    ['with a slash in its name', '{"a/b":1,"a/b":2}', ['/a~1b', '1', '2']],
    ['with a tilde in its name', '{"a~b":{"c~/~/":1,"c~/~/":2}}', ['/a~0b/c~0~1~0~1', '1', '2']],
    ['with a quote in its name', '{"a\\"b":1,"a\\"b":2}', ['/a"b', '1', '2']],
    ['with no name', '{"":1,"":2}', ['/', '1', '2']],
    ['in one with no name', '{"":{"a":1,"a":2}}', ['//a', '1', '2']],
  ])('%s', (_name, text, expected) => expect(repeated(text)).toEqual(expected))

  test('a long value is quoted by its first 80 characters, one of 80 whole', () => {
    const text = (length: number): string => `"${'x'.repeat(length - 2)}"`
    expect(repeated(`{"a":${text(80)},"a":1}`)).toEqual(['/a', text(80), '1'])
    expect(repeated(`{"a":1,"a":${text(81)}}`)).toEqual(['/a', '1', `"${'x'.repeat(79)}…`])
  })

  test('the error says both values', () => {
    expect(() => parseExactJson('{"valor":1,"valor":2}')).toThrow('"/valor" is stated twice with different values: 1 and 2')
    expect(() => parseExactJson('{"valor":1,"valor":2}')).toThrow(expect.objectContaining({ name: 'RepeatedKeyError' }))
  })

  test('numbers with more digits than a double keeps are compared as they are written', () => {
    expect(repeated('{"a":0.12345678901234567,"a":0.12345678901234568}')).toEqual(['/a', '0.12345678901234567', '0.12345678901234568'])
    expect(repeated('{"a":1e400,"a":1e401}')).toEqual(['/a', '1e400', '1e401'])
    expect(repeated('{"a":0.12345678901234567,"a":0.12345678901234567}')).toBeUndefined()
    expect(repeated('{"a":0.1,"a":0.1000000000000000055}')).toEqual(['/a', '0.1', '0.1000000000000000055'])
    expect(repeated('{"a":0.1000000000000000055,"a":0.1}')).toEqual(['/a', '0.1000000000000000055', '0.1'])
    expect(repeated('{"a":9007199254740992,"a":9007199254740993}')).toEqual(['/a', '9007199254740992', '9007199254740993'])
  })
})

describe('nothing is refused', () => {
  test.each([
    ['where the values are one', '{"a":1,"a":1}'],
    ['where they are one number', '{"a":1.0,"a":1}'],
    ['where they are one text', '{"a":"\\u0061","a":"a"}'],
    ['where they differ in spaces only', '{"a":[1, 2],"a":[1,2]}'],
    ['where two objects have the same field', '{"l":[{"a":1},{"a":2}],"m":{"a":3}}'],
    ['where a field has the name of one around it', '{"a":{"a":{"a":1}}}'],
    ['where a value is the name of a field', '{"a":"b","b":"a","c":"a: b"}'],
    ['where a list repeats', '["a","a",1,2]'],
    ['where a text has what separates fields', '{"a":"x\\",\\"a\\":1}","b":"{[,:]}"}'],
    ['where capitals differ', '{"a":1,"A":2}'],
    ['where nothing is stated', '{"a":null,"b":[null],"c":{"d":null,"d":null}}'],
    ['where nothing is in it', '{"a":{},"b":[],"c":""}'],
  ])('%s', (_name, text) => {
    expect(repeated(text)).toBeUndefined()
    expect(parseExactJson(text)).toEqual(JSON.parse(text))
  })

  test('in a text of colons, where fields are read one by one', () => {
    const text = '{"a":"1:2","b":[{"a":":"},[],{}],"c":{"a":"x","d":{}},"e":[["a","a"],["a","b"]]}'
    expect(repeated(text)).toBeUndefined()
    expect(repeated('{"a":["1:2","1:2"]}')).toBeUndefined()
  })

  test('in what is nested deeply', () => {
    const deep = 20_000
    expect(repeated(`${'['.repeat(deep)}":"${']'.repeat(deep)}`)).toBeUndefined()
  })
})
