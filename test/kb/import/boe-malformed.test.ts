import { describe, expect, test } from 'vitest'
import { planBoe } from '../../../kb/compiler/import/boe.ts'
import { norm, normOf, plan, spoil } from './norm.ts'
import { makeBase, snapshot } from './test-base.ts'

describe('an invalid file', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'a document type',
      () => norm.replace('<response>', '<!DOCTYPE response>\n<response>'),
      /^norma\.xml:2: holds "<!DOCTYPE": expected XML without document type and entities$/,
    ],
    ['entities', () => norm.replace('<response>', '<!DOCTYPE x [\n<!ENTITY a "b">]>\n<response>'), /:2: holds "<!DOCTYPE"/],
    ['an entity of HTML', () => spoil('Breve.', 'Breve &eacute;.'), /:\d+: has the unknown entity "&eacute;"/],
    ['half of it', () => norm.slice(0, norm.length / 2), /:\d+: is no well-formed XML .*is the file whole\?/],
    ['nothing', () => '', /is no well-formed XML/],
    [
      'another encoding declared',
      () => norm.replace('encoding="utf-8"', 'encoding="ISO-8859-1"'),
      /:1: says its encoding is "ISO-8859-1": expected UTF-8/,
    ],
    ['the summary of a day', () => '<sumario><meta/></sumario>', /:1: is a <sumario>: expected a <response> of the BOE open-data API/],
    [
      'a norm that is not consolidated',
      () => '<?xml version="1.0"?>\n<response><status><code>404</code><text>No existe</text></status><data/></response>',
      /:2: says status 404 "No existe": expected 200; only consolidated norms can be imported/,
    ],
    ['the text alone', () => spoil(/<metadatos>[\s\S]*<\/metadatos>/, ''), /:2: has no <metadatos> in <data>: expected the whole norm/],
    ['the metadata alone', () => spoil(/<texto>\s*<bloque[\s\S]*<\/texto>(?=\s*<\/data>)/, ''), /has no <texto> in <data>/],
    ['no title', () => spoil(/<titulo>.*<\/titulo>/, ''), /:8: has no <titulo> in <metadatos>/],
    ['no blocks', () => normOf(''), /has no <bloque> in <texto>/],
    [
      'no precept in force',
      () => normOf('<bloque id="pr" tipo="preambulo"><version fecha_publicacion="20100101"/></bloque>'),
      /has no precept in force on any day/,
    ],
    ['a block twice', () => spoil('<bloque id="a1-2"', '<bloque id="a1"'), /:\d+: block "a1" is already in line \d+: expected each id once/],
    ['a block without type', () => spoil('id="a1" tipo="precepto"', 'id="a1"'), /block has id "a1" and tipo "": expected both/],
    [
      'a block without version',
      () => normOf('<bloque id="a1" tipo="precepto" titulo="x"></bloque>'),
      /block "a1" has no <version>: is the file whole\?/,
    ],
    [
      'a day that is none',
      () => spoil('fecha_vigencia="20150301"', 'fecha_vigencia="20150230"'),
      /:\d+: fecha_vigencia of block "a1" is "20150230": expected a day such as 20060329/,
    ],
    [
      'no day at all',
      () => normOf('<bloque id="a1" tipo="precepto"><version id_norma="X"/></bloque>'),
      /a version of block "a1" has no fecha_vigencia and no fecha_publicacion/,
    ],
    ['an address that is none', () => spoil('https://www.boe.es/eli/es/rd/2010/01/08/999', 'eli/es'), /<url_eli> is "eli\/es": expected an address/],
  ])('%s is rejected with its position, and nothing changes', (_name, xml, message) => {
    const root = makeBase()
    const before = snapshot(root)
    expect(() => plan(root, xml())).toThrow(message)
    expect(snapshot(root)).toEqual(before)
  })

  test('bytes that are not UTF-8 are rejected with their line', () => {
    const bytes = Buffer.from(norm, 'latin1')
    expect(() => planBoe({ root: makeBase(), file: 'norma.xml', bytes, vanished: 'keep' })).toThrow(/norma\.xml:1[0-9]: is not UTF-8 here/)
  })

  test('all errors are reported at once', () => {
    const xml = spoil('fecha_vigencia="20150301"', 'fecha_vigencia="x"').replace('<bloque id="a1-2"', '<bloque id="ci"')
    expect(() => plan(makeBase(), xml)).toThrow(/fecha_vigencia[\s\S]*block "ci" is already/)
  })
})
