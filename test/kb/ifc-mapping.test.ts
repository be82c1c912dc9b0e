import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { compile } from '../../kb/compiler/compile.ts'
import { describe as describeProblem } from '../../kb/compiler/problem.ts'
import { writeSmallGeography } from './small-geography.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plomada-mapping-'))
  write('pack.yaml', 'id: prueba\nversion: "1"\nreference_date: "2024-06-01"\n')
  write('vocabulary/units.yaml', '- { symbol: m, base: { m: 1 } }\n- { symbol: "1", base: {} }\n')
  write('vocabulary/scales.yaml', '[]\n')
  write('vocabulary/abbreviations.yaml', '{}\n')
  write('vocabulary/elements/x.yaml', '- { id: muro, label: Muro }\n- { id: sala, label: Sala }\n')
  write('vocabulary/parameters/x.yaml', '- { id: ancho, label: Ancho, unit: m }\n')
  write('vocabulary/dimensions/x.yaml', '- { id: publico, label: Público, type: boolean, help: h }\n')
  writeSmallGeography(root)
  return () => rmSync(root, { recursive: true, force: true })
})

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true })
  writeFileSync(join(root, file), text)
}

const check = (changed: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    id: 'muro-ancho',
    class: ['IfcWall'],
    element: 'muro',
    parameter: 'ancho',
    values: [{ from: 'Pset_WallCommon.Width' }],
    unit: 'm',
    plausible: { min: 0, max: 1 },
    ...changed,
  })
const found = (): string =>
  compile(root)
    .problems.map(describeProblem)
    .filter((one) => one.includes('mapping/'))
    .join('\n')

describe('the mapping of IFC models', () => {
  test('a base may do without it', () => {
    expect(found()).toBe('')
  })

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['an unknown element', { element: 'muralla' }, /unknown element "muralla"/],
    ['an unknown parameter', { parameter: 'anchura' }, /unknown parameter "anchura"/],
    ['a pair that no rule limits', {}, /no rule limits "ancho" of "muro"/],
    ['an unknown unit', { unit: 'vara' }, /unknown unit "vara"/],
    ['a unit of something else', { unit: '1' }, /unit "1" does not measure the parameter: expected one such as "m"/],
    ['an unknown fact', { when: { IsExternal: true } }, /unknown fact "IsExternal"/],
    ['an unknown condition', { context: { privado: true } }, /unknown condition "privado"/],
    ['a condition by an unknown fact', { context: { publico: 'fact:Nada' } }, /unknown fact "fact:Nada"/],
    ['a room without its list', { element: 'room' }, /"room" needs the list "rooms"/],
    ['no plausible values', { plausible: undefined }, /needs "plausible"/],
    ['a pattern that cannot be read', { values: [{ from: 'A.B', pattern: '(' }] }, /cannot read the pattern "\("/],
    ['a source without a set', { values: [{ from: 'Width' }] }, /expected Set\.Property/],
    ['an unknown field', { klass: 1 }, /klass/],
  ])('rejects %s', (_, changed, message) => {
    write('mapping/ifc.yaml', `version: 1\nchecks: [${check(changed)}]\n`)
    expect(found()).toMatch(message)
  })

  test.each([
    ['an unknown element', '- { element: salon, names: [sala] }', /unknown element "salon"/],
    ['a name of two rooms', '- { element: sala, names: [Sala] }\n  - { names: [sala 2] }', /"sala 2" names two rooms/],
  ])('rejects rooms with %s', (_, rooms, message) => {
    write('mapping/rooms.yaml', `version: 1\nrooms:\n  ${rooms}\n`)
    expect(found()).toMatch(message)
  })

  test('rejects other files in its folder', () => {
    write('mapping/otro.yaml', 'version: 1\n')
    expect(found()).toMatch(/unknown file: expected hulc\.yaml, ifc\.yaml or rooms\.yaml/)
  })
})
