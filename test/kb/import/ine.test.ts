import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { planIne } from '../../../kb/compiler/import/ine.ts'
import { naturalName } from '../../../kb/compiler/import/ine-name.ts'
import { readMunicipalityList, writeMunicipalityList } from '../../../kb/compiler/import/municipality-list.ts'
import { applyPlan, changesOf, describePlan } from '../../../kb/compiler/import/plan.ts'
import { compileErrors, makeBase, municipalities, snapshot, sources } from './test-base.ts'
import { workbook } from './workbook.ts'

type Row = readonly (string | number)[]
const title: Row = ['Relación de municipios y códigos por provincias a 1 de enero de 2027']
const header: Row = ['CODAUTO', 'CPRO', 'CMUN', 'DC', 'NOMBRE']
const communities: Readonly<Record<string, string>> = { '01': '16', '07': '04', '28': '13' }

/** A dictionary that matches the base, with articles placed as INE does. */
function dictionaryOf(root: string): Row[] {
  return readMunicipalityList(root).map(({ ine, nombre }) => {
    const [, article, rest] = /^(El|La|Los|Las|es|ses) (.*)$/.exec(nombre) ?? []
    return [communities[ine.slice(0, 2)] ?? '', ine.slice(0, 2), ine.slice(2), '0', rest === undefined ? nombre : `${rest}, ${article}`]
  })
}

function plan(root: string, rows: readonly Row[], vanished: 'keep' | 'delete' = 'keep') {
  return planIne({ root, file: 'diccionario27.xlsx', bytes: workbook(rows), vanished })
}

describe('the name of a municipality', () => {
  test.each([
    ['Acebeda, La', 'La Acebeda'],
    ["Atzúbia, l'", "l'Atzúbia"],
    ['Hospitalet de Llobregat, L’', "L'Hospitalet de Llobregat"],
    ['Coruña, A', 'A Coruña'],
    ['Castell, es', 'es Castell'],
    ['Poble Nou de Benitatxell, el/Benitachell', 'el Poble Nou de Benitatxell/Benitachell'],
    [' Villar,  El ', 'El Villar'],
    ['Saus, Camallera i Llampaies', 'Saus, Camallera i Llampaies'],
    ['Noáin (Valle de Elorz)/Noain (Elortzibar)', 'Noáin (Valle de Elorz)/Noain (Elortzibar)'],
    ["Castell d'Aro, Platja d'Aro i s'Agaró", "Castell d'Aro, Platja d'Aro i s'Agaró"],
  ])('%s becomes %s', (listed, said) => expect(naturalName(listed)).toBe(said))

  test('every name of the base can be restored from the form of INE', () => {
    const listed = (name: string): string =>
      name
        .split('/')
        .map((part) => part.replace(/^(el|la|los|las|els|les|es|sa|ses|a|o|as|os|l'|s')(?: |(?<='))(.+)$/iu, '$2, $1'))
        .join('/')
    const names = readMunicipalityList(sources).map(({ nombre }) => nombre)
    expect(names.filter((name) => listed(name) !== name).length).toBeGreaterThan(500)
    expect(names.filter((name) => naturalName(listed(name)) !== name)).toEqual([])
    expect(names.filter((name) => naturalName(name) !== name)).toEqual([])
  })
})

describe('the list of municipalities', () => {
  test('is written back byte for byte', () => {
    expect(writeMunicipalityList(readMunicipalityList(sources))).toBe(readFileSync(join(sources, 'geo/municipios.csv'), 'utf8'))
  })
})

describe('importing the INE dictionary', () => {
  test.each([
    ['with a title above the header', [title, header]],
    ['with an empty row and the header', [[], header]],
    ['with the header first', [header]],
  ])('an identical list changes nothing, %s', (_name, top) => {
    const root = makeBase()
    const same = plan(root, [...top, ...dictionaryOf(root)])
    expect(same.findings.flatMap(({ lines }) => lines)).toEqual([])
    expect(changesOf(root, same)).toEqual({ created: [], changed: [], removed: [] })
  })

  test('codes stored as numbers get their leading zeros back', () => {
    const root = makeBase()
    const rows = dictionaryOf(root).map((row) => row.map((cell, column) => (column < 4 ? Number(cell) : cell)))
    expect(changesOf(root, plan(root, [header, ...rows])).changed).toEqual([])
  })

  test('new, renamed and vanished municipalities are reported and written, and deleted only on demand', () => {
    const root = makeBase()
    const rows: Row[] = dictionaryOf(root).flatMap((row): Row[] => {
      const code = `${row[1]}${row[2]}`
      if (code === '28001') return []
      return code === '28079' ? [[...row.slice(0, 4), 'Villa de Madrid, La/Madrid']] : [row]
    })
    const changed = plan(root, [title, header, ...rows, ['13', '28', '999', '3', 'Pueblo Nuevo, El']])
    expect(describePlan(root, changed, 40)).toBe(
      [
        `diccionario27.xlsx: ${rows.length + 1} municipalities, against ${rows.length + 1} in geo/municipios.csv`,
        'New: 1',
        '  28999 El Pueblo Nuevo (altitude and coordinates to come from the gazetteer)',
        'Renamed (the old name goes to otros_nombres): 1',
        '  28079 Madrid → La Villa de Madrid/Madrid',
        'Vanished (kept: --delete removes them): 1',
        '  28001 La Acebeda (also in geo/radon-hs6.csv: to be looked at by hand)',
        'Files to change: 1',
        '  geo/municipios.csv',
      ].join('\n'),
    )
    const before = municipalities(root)
    applyPlan(root, changed)
    const after = municipalities(root)
    expect(after.get('28079')).toMatch(/^28079,La Villa de Madrid\/Madrid,Madrid,28,ES300,/)
    expect(after.get('28999')).toBe('28999,El Pueblo Nuevo,,28,ES300,,,,,')
    expect(after.get('28001')).toBe(before.get('28001'))
    expect(after.get('28002')).toBe(before.get('28002'))
    expect([...after.keys()]).toEqual([...after.keys()].sort())
    expect(compileErrors(root).join('\n')).toMatch(/28999 El Pueblo Nuevo has no altitude/)
    applyPlan(root, plan(root, [header, ...rows], 'delete'))
    expect(municipalities(root).has('28001')).toBe(false)
  })

  test('a restored name is the official one again, and no longer in the list of other names', () => {
    const root = makeBase()
    const named = (name: string): Row[] => dictionaryOf(root).map((row) => (`${row[1]}${row[2]}` === '28079' ? [...row.slice(0, 4), name] : row))
    applyPlan(root, plan(root, [header, ...named('Magerit')]))
    applyPlan(root, plan(root, [header, ...named('Madrid')]))
    expect(municipalities(root).get('28079')).toMatch(/^28079,Madrid,Magerit,28/)
  })

  test('a new municipality on an island needs its island', () => {
    const root = makeBase(['07'])
    const added = plan(root, [header, ...dictionaryOf(root), ['04', '07', '998', '1', 'Poble, es']])
    expect(describePlan(root, added, 40)).toMatch(/07998 es Poble \(.*isla and nuts3 to be filled in by hand\)/)
    applyPlan(root, added)
    expect(compileErrors(root).join('\n')).toMatch(/nuts3/)
  })

  const bad =
    (row: Row, place = 1) =>
    (rows: readonly Row[]): Row[] => [header, ...rows.slice(0, place), row, ...rows.slice(place)]
  test.each<[string, (rows: readonly Row[]) => Row[], RegExp]>([
    [
      'another header',
      (rows) => [['CODAUTO', 'CPRO', 'CMUN', 'NOMBRE'], ...rows],
      /^diccionario27\.xlsx:1: has no header row with CODAUTO, CPRO, CMUN, DC, NOMBRE: found CODAUTO, CPRO, CMUN, NOMBRE/,
    ],
    ['no rows', () => [header], /:1: lists no municipality/],
    ['a code twice', bad(['16', '01', '001', '4', 'Alegría-Dulantzi'], 3), /:5: 01001 Alegría-Dulantzi is already in row 2: expected each code once/],
    ['an unknown province', bad(['16', '99', '003', '4', 'Nada']), /:3: CPRO is "99": expected the code of a province/],
    ['the community of another province', bad(['13', '01', '777', '4', 'Nada']), /:3: CODAUTO is "13": expected 16, the community of province 01/],
    ['a code that is none', bad(['16', '01', 'x7', '4', 'Nada']), /:3: CMUN is "x7": expected up to three digits/],
    ['no check digit', bad(['16', '01', '777', '', 'Nada']), /:3: DC is "": expected one digit/],
    ['no name', bad(['16', '01', '777', '4', '']), /:3: NOMBRE is "": expected a name/],
    [
      'half of the list',
      (rows) => [header, ...rows.slice(0, 20)],
      /lists 20 municipalities and misses \d+ that the base has: expected the whole list of Spain/,
    ],
  ])('rejects %s with its position', (_name, spoil, message) => {
    const root = makeBase()
    expect(() => plan(root, spoil(dictionaryOf(root)))).toThrow(message)
  })

  test('all invalid rows are reported at once', () => {
    const root = makeBase()
    const [first = [], ...rest] = dictionaryOf(root)
    expect(() => plan(root, [header, [...first.slice(0, 4), ''], ['16', '01', '777', 'x', 'Nada'], ...rest])).toThrow(
      /:2: NOMBRE[\s\S]*:3: DC is "x"/,
    )
  })

  test.each<[string, (bytes: Uint8Array) => Uint8Array, RegExp]>([
    ['a file that is cut short', (bytes) => bytes.subarray(0, bytes.length / 2), /cannot be unzipped .*is the file whole\?/],
    ['a file that is no .xlsx', () => strToU8('CODAUTO;CPRO'), /is no \.xlsx/],
    ['an empty file', () => new Uint8Array(), /is no \.xlsx/],
    ['another zip', () => zipSync({ 'a.txt': strToU8('a') }), /holds no "xl\/workbook\.xml": expected an Excel \.xlsx/],
    [
      'a document type',
      () => zipSync({ 'xl/workbook.xml': strToU8('<!DOCTYPE x [<!ENTITY a "b">]><workbook/>') }),
      /workbook\.xml:1: holds "<!DOCTYPE"/,
    ],
    [
      'a workbook without sheet',
      () => zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), 'xl/_rels/workbook.xml.rels': strToU8('<Relationships/>') }),
      /names no sheet/,
    ],
  ])('rejects %s', (_name, spoil, message) => {
    const root = makeBase()
    const before = snapshot(root)
    expect(() => planIne({ root, file: 'd.xlsx', bytes: spoil(workbook([header, ...dictionaryOf(root)])), vanished: 'keep' })).toThrow(message)
    expect(snapshot(root)).toEqual(before)
  })
})
