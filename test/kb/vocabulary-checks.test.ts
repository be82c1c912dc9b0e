import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { compile } from '../../kb/compiler/compile.ts'
import { describe as describeProblem } from '../../kb/compiler/problem.ts'
import { writeSmallGeography } from './small-geography.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plomada-vocabulary-'))
  write('pack.yaml', 'id: prueba\nversion: "1"\nreference_date: "2024-06-01"\n')
  write('vocabulary/units.yaml', '- { symbol: m, base: { m: 1 } }\n- { symbol: "1", base: {} }\n')
  write('vocabulary/scales.yaml', '[]\n')
  write('vocabulary/abbreviations.yaml', '{}\n')
  writeSmallGeography(root)
  return () => rmSync(root, { recursive: true, force: true })
})

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}

const dimensions = (more: string, ofHome = ''): void =>
  write(
    'vocabulary/dimensions/x.yaml',
    `- { id: publico, label: Público, type: boolean, help: h }
- { id: piso, label: Piso, type: number, help: h${more} }
- { id: zona, label: Zona, type: enum, source: place, help: h, values: [{ id: A, label: A }] }
- { id: uso, label: Uso, type: enum, help: h, values: [{ id: casa, label: Casa${ofHome} }, { id: tienda, label: Tienda }] }
`,
  )
const elements = (more: string, narrower = ''): void =>
  write(
    'vocabulary/elements/x.yaml',
    `- { id: muro, label: Muro, aliases: [muro de casa]${more} }\n- { id: muro-alto, label: Muro alto, broader: muro${narrower} }\n`,
  )
const parameter = (more: string): void => write('vocabulary/parameters/x.yaml', `- { id: ancho, label: Ancho, unit: m${more} }\n`)
const building = (data: string): void => {
  dimensions('')
  write('vocabulary/building.yaml', `- { id: obra, label: Obra, data: ${data} }\n`)
}
const stated = (entries: string): void => {
  dimensions('')
  elements('')
  parameter('')
  write('vocabulary/stated/x.yaml', entries)
}
const found = (): string =>
  compile(root)
    .problems.map(describeProblem)
    .filter((one) => one.includes('vocabulary/'))
    .join('\n')

describe('the compiler', () => {
  test('accepts consistent declarations', () => {
    dimensions(', min: -5, max: "100", integer: true, default: 0', ', implies: { publico: false }')
    elements(', sets: { uso: casa }, alias_sets: { muro de casa: { publico: false } }', ', excludes: { publico: true }')
    parameter(', above: 0, max: 10')
    write('vocabulary/building.yaml', '- { id: obra, label: Obra, data: [uso, piso] }\n')
    expect(found()).toBe('')
  })
  test('accepts what people say of conditions', () => {
    stated('- { dimension: publico, value: false, say: [puerta cerrada al público] }\n- { dimension: uso, value: casa, say: [piso donde vivo] }\n')
    expect(found()).toBe('')
  })

  test.each<[string, () => void, RegExp]>([
    ['a condition without an English name', () => dimensions(', en: Floor'), /"publico" has no English name/],
    ['a value without an English name', () => dimensions(', en: Floor'), /the value "tienda" of "uso" has no English name/],
    [
      'an English name of two conditions',
      () => dimensions(', en: Use }\n- { id: destino, label: Destino, en: Use, type: boolean, help: h'),
      /"Use" is the English name of "destino" and of "piso"/,
    ],
    ['a name of a condition that is the id of another', () => dimensions(', aliases: [Zona]'), /"Zona" of "piso" also names "zona"/],
    ['a range with no value', () => dimensions(', min: 5, max: 5'), /"piso" has no possible value/],
    ['two lower ends', () => parameter(', min: 0, above: 0'), /"ancho" has both min and above/],
    ['a datum of the building that is no dimension', () => building('[piso, color]'), /"color" is no dimension of the vocabulary/],
    ['a datum of the building that follows from the place', () => building('[zona]'), /"zona" follows from the place/],
    ['a datum of the building named twice', () => building('[piso, uso, piso]'), /"piso" is named twice/],
    ['an impossible default', () => dimensions(', max: 5, default: 6'), /"piso" has an impossible default/],
    ['a default that is not whole', () => dimensions(', integer: true, default: 1.5'), /"piso" has an impossible default/],
    ['a range that is no number', () => dimensions(', min: mucho'), /min/],
    ['an unknown dimension implied', () => dimensions('', ', implies: { color: rojo }'), /expected another dimension of the context/],
    ['a dimension of the place implied', () => dimensions('', ', implies: { zona: A }'), /expected another dimension of the context/],
    ['its own dimension excluded', () => dimensions('', ', excludes: { uso: tienda }'), /expected another dimension of the context/],
    ['an unknown value implied', () => dimensions('', ', implies: { publico: quizas }'), /unknown value "quizas" of "publico"/],
    ['an unknown value set', () => elements(', sets: { uso: oficina }'), /unknown value "oficina" of "uso"/],
    ['what no alias is called', () => elements(', alias_sets: { muro feo: { uso: casa } }'), /has no alias "muro feo"/],
    ['a value set and excluded', () => elements(', sets: { uso: casa }', ', excludes: { uso: casa }'), /"muro-alto" sets and excludes "casa"/],
    ['a value set otherwise than the broader one', () => elements(', sets: { uso: casa }', ', sets: { uso: tienda }'), /other than "muro" does/],
  ])('rejects %s', (_error, declare, message) => {
    dimensions('')
    elements('')
    parameter('')
    declare()
    expect(found()).toMatch(message)
  })

  const everyday = (text: string): void => write('vocabulary/everyday.yaml', text)
  const near = (text: string): void => write('vocabulary/near-synonyms.yaml', text)
  const language = (file: string, text: string): void => write(`vocabulary/languages/${file}.yaml`, text)
  const marks = 'marks: [quina, amb, és, els, amplada]'

  test('accepts everyday words, near-synonyms and languages', () => {
    dimensions('')
    elements('')
    parameter('')
    everyday('words: [{ say: [anchura], mean: [ancho] }]\nstand_ins: [{ element: muro, say: [pared] }]\n')
    near('- { quantities: [{ say: [anchura], is: [ancho] }, { say: [anchura de hoja] }], reason: "La hoja es otra cosa" }\n')
    language('ca', `language: ca\n${marks}\nwords: { amplada: anchura }\n`)
    expect(found()).toBe('')
  })

  test.each<[string, () => void, RegExp]>([
    [
      'a word of place that is read as another',
      () => everyday('words: [{ say: [chalet], mean: [vivienda] }]\nscene: [{ say: [vivienda] }, { say: [chalet], sets: { uso: unifamiliar } }]\n'),
      /"chalet" is read as "vivienda"/,
    ],
    ['a stand-in for nothing', () => everyday('stand_ins: [{ element: torre, say: [pared] }]\n'), /unknown element "torre"/],
    ['a stand-in of nothing', () => everyday('stand_ins: [{ element: muro, say: [pared], of: [peso] }]\n'), /unknown parameter "peso"/],
    [
      'several meanings of nothing',
      () => everyday('several: [{ parameters: [ancho, peso], say: [medida], of: [muro] }]\n'),
      /unknown parameter "peso"/,
    ],
    [
      'a near-synonym of nothing',
      () => near('- { quantities: [{ say: [alto], is: [alto] }, { say: [bajo] }], reason: "Son distintas" }\n'),
      /unknown parameter "alto"/,
    ],
    [
      'a near-synonym that names the other',
      () => near('- { quantities: [{ say: [el ancho], is: [ancho] }, { say: [ancho] }], reason: "Son distintas" }\n'),
      /says two quantities of one entry|is a name of ancho/,
    ],
    ['what is said of no condition', () => stated('- { dimension: color, value: rojo, say: [pintado de encarnado] }\n'), /unknown condition "color"/],
    ['what is said of a place', () => stated('- { dimension: zona, value: A, say: [orientada al sur] }\n'), /unknown condition "zona"/],
    ['what is said of no value', () => stated('- { dimension: uso, value: bar, say: [bar de tapas] }\n'), /"uso" has no value "bar"/],
    [
      'a phrase that says two values',
      () =>
        stated(
          '- { dimension: publico, value: true, say: [puerta de todos los vecinos] }\n- { dimension: publico, value: false, say: [puerta de Todos los Vecinos] }\n',
        ),
      /"puerta de Todos los Vecinos" says two values of "publico"/,
    ],
    ['a phrase of one word that tells', () => stated('- { dimension: uso, value: casa, say: [la A de casa] }\n'), /is found by one word alone/],
    [
      'a phrase that is the name of a thing',
      () => stated('- { dimension: uso, value: casa, say: [muro de casa] }\n'),
      /"muro de casa", said of "uso", is the name of a thing or quantity/,
    ],
    [
      'a language in the file of another',
      () => language('gl', `language: ca\n${marks}\nwords: { amplada: anchura }\n`),
      /expected the file languages\/ca\.yaml/,
    ],
  ])('rejects %s', (_error, declare, message) => {
    dimensions('')
    elements('')
    parameter('')
    declare()
    expect(found()).toMatch(message)
  })
})
