import { describe, expect, test } from 'vitest'
import { readMunicipalityList } from '../../../kb/compiler/import/municipality-list.ts'
import { planNgmep } from '../../../kb/compiler/import/ngmep.ts'
import { applyPlan, changesOf, describePlan } from '../../../kb/compiler/import/plan.ts'
import { compileErrors, makeBase, municipalities, snapshot } from './test-base.ts'

const header =
  'COD_INE;ID_REL;COD_GEO;COD_PROV;PROVINCIA;NOMBRE_ACTUAL;POBLACION_MUNI;SUPERFICIE;PERIMETRO;COD_INE_CAPITAL;CAPITAL;POBLACION_CAPITAL;HOJA_MTN25_ETRS89;LONGITUD_ETRS89;LATITUD_ETRS89;ORIGENCOOR;ALTITUD;ORIGENALTITUD'
const origins: Readonly<Record<string, string>> = { investigacion: 'Investigación', mapa: 'Mapa' }

/** A gazetteer that matches the base, with a line for each municipality. */
function linesOf(root: string): string[] {
  return readMunicipalityList(root).map(({ ine, nombre, provincia, altitud_m, origen_altitud, latitud, longitud }) => {
    const comma = (text: string): string => text.replace('.', ',')
    const place = `${comma(longitud)};${comma(latitud)};Mapa;${comma(altitud_m)};${origins[origen_altitud] ?? origen_altitud}`
    return `${ine}000000;1010014;01010;${provincia};Araba/Álava;${nombre};2975;1994,5872;35069;${ine}000101;${nombre};2860;0113-3;${place}`
  })
}

/** Encodes lines as the CNIG does: Latin-1 with CR LF. */
function latin1(lines: readonly string[]): Uint8Array {
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

function plan(root: string, lines: readonly string[]) {
  return planNgmep({ root, file: 'MUNICIPIOS.csv', bytes: latin1(lines) })
}

/** The lines with the cells of one municipality changed, from the longitude on. */
function withPlace(lines: readonly string[], ine: string, place: string): string[] {
  return lines.map((line) => (line.startsWith(ine) ? [...line.split(';').slice(0, 13), place].join(';') : line))
}

describe('importing the gazetteer', () => {
  test.each<[string, (lines: readonly string[]) => Uint8Array]>([
    ['in Latin-1', latin1],
    ['in UTF-8 with a mark', (lines) => Buffer.from(`\uFEFF${lines.join('\n')}\n`)],
    [
      'with the columns of the editions since 2021',
      ([first = '', ...rest]) => latin1([first.replaceAll('_ETRS89;', '_ETRS89_REGCAN95;').replace('MTN25_ETRS89_REGCAN95', 'MTN25'), ...rest]),
    ],
  ])('an identical gazetteer changes nothing, %s', (_name, encode) => {
    const root = makeBase()
    const same = planNgmep({ root, file: 'MUNICIPIOS.csv', bytes: encode([header, ...linesOf(root)]) })
    expect(same.findings.flatMap(({ lines }) => lines)).toEqual([])
    expect(changesOf(root, same).changed).toEqual([])
  })

  test('changed altitudes, origins, coordinates and climate zones are reported and written', () => {
    const root = makeBase()
    const moved = withPlace(linesOf(root), '01001', '-2,51243731;42,83981158;Mapa;600,50;GPS')
    const changed = plan(root, [header, ...withPlace(moved, '01002', '-3,1234567;43,05427776;Mapa;219;Investigación')])
    expect(describePlan(root, changed, 40)).toBe(
      [
        `MUNICIPIOS.csv: ${municipalities(root).size} municipalities, against ${municipalities(root).size} in geo/municipios.csv`,
        'Climate zone changes: 1',
        '  01001 Alegría-Dulantzi: D1 → E1 (568 → 600.5 m)',
        'Altitude changes: 1',
        '  01001 Alegría-Dulantzi: 568 → 600.5 m',
        'Origin of the altitude changes: 2',
        '  01001 Alegría-Dulantzi: MDT → GPS',
        '  01002 Amurrio: MDT → investigacion',
        'Coordinates change: 1',
        '  01002 Amurrio: 43.054278 -3.000073 → 43.054278 -3.123457',
        'Files to change: 1',
        '  geo/municipios.csv',
      ].join('\n'),
    )
    applyPlan(root, changed)
    expect(municipalities(root).get('01001')).toBe('01001,Alegría-Dulantzi,Alegría de Álava|Dulantzi,01,ES211,,600.5,GPS,42.839812,-2.512437')
    expect(municipalities(root).get('01003')).toBe(municipalities(makeBase()).get('01003'))
    expect(compileErrors(root)).toEqual([])
  })

  test.each([
    ['600,49', []],
    ['600,5', ['01001 Alegría-Dulantzi: D1 → E1 (568 → 600.5 m)']],
    ['601', ['01001 Alegría-Dulantzi: D1 → E1 (568 → 601 m)']],
  ])('the zone of %s m uses whole metres, like the printed bands', (altitude, zones) => {
    const root = makeBase()
    const changed = plan(root, [header, ...withPlace(linesOf(root), '01001', `-2,512437;42,839812;Mapa;${altitude};MDT`)])
    expect(changed.findings.find(({ heading }) => heading === 'Climate zone changes')?.lines).toEqual(zones)
  })

  test('municipalities missing in the gazetteer stay; those missing in the base are reported', () => {
    const root = makeBase()
    const [, ...rest] = withPlace(linesOf(root), '01002', ';;No disponible;;')
    const changed = plan(root, [header, ...rest, '01999000000;1;1;01;Araba/Álava;Pueblo Nuevo;1;1;1;01999000101;x;1;1;-2,5;42,8;Mapa;500;MDT'])
    expect(changed.findings.filter(({ lines }) => lines.length > 0)).toEqual([
      { heading: 'Without altitude in the gazetteer (ours stays)', lines: ['01002 Amurrio'] },
      { heading: 'Not in the gazetteer (stays as it is)', lines: ['01001 Alegría-Dulantzi'] },
      { heading: 'Not in the base (import the INE dictionary first)', lines: ['01999 Pueblo Nuevo'] },
    ])
    expect(changesOf(root, changed).changed).toEqual([])
  })

  test.each<[string, (lines: readonly string[]) => string[], RegExp]>([
    [
      'a missing column',
      (lines) => [header.replace('ALTITUD;', 'ALTURA;'), ...lines],
      /^MUNICIPIOS\.csv:1: has no column ALTITUD: found COD_INE, ID_REL/,
    ],
    [
      'cells separated by commas',
      (lines) => [header, ...lines].map((line) => line.replaceAll(',', '.').replaceAll(';', ',')),
      /:1: has no column COD_INE, NOMBRE_ACTUAL/,
    ],
    ['an empty file', () => [], /:1: has no column .*: found nothing/],
    ['a header alone', () => [header], /lists no municipality/],
    [
      'a line that is cut short',
      (lines) => [header, ...lines, '28999000000;1;1;28;Madrid;Nuev'],
      /:\d+: has 6 cells: expected 18, as in the header; is the file whole\?/,
    ],
    [
      'a code without its zero',
      ([first = '', ...rest]) => [header, first.slice(1), ...rest],
      /:2: COD_INE is "1001000000": expected 11 digits that end in 000000/,
    ],
    [
      'the code of a village',
      ([first = '', ...rest]) => [header, first.replace('01001000000', '01001000101'), ...rest],
      /:2: COD_INE is "01001000101"/,
    ],
    [
      'a code twice',
      ([first = '', ...rest]) => [header, first, ...rest, first],
      /:\d+: COD_INE 01001000000 is already in line 2: expected each code once/,
    ],
    [
      'a decimal point',
      (lines) => [header, ...withPlace(lines, '01002', '-2,5;42,8;Mapa;219.5;MDT')],
      /:3: ALTITUD is "219\.5": expected a number with a decimal comma/,
    ],
    [
      'an altitude that is none',
      (lines) => [header, ...withPlace(lines, '01002', '-2,5;42,8;Mapa;21900;MDT')],
      /:3: ALTITUD is "21900": expected a value from -20 to 3720/,
    ],
    [
      'coordinates that are swapped',
      (lines) => [header, ...withPlace(lines, '01002', '42,8;-2,5;Mapa;219;MDT')],
      /:3: LATITUD_ETRS89 is "-2,5": expected a value from 27 to 44/,
    ],
    [
      'one province',
      (lines) => [header, ...lines.filter((line) => line.startsWith('01'))],
      /lists 51 municipalities and misses 179 that the base has/,
    ],
    ['quotes that do not close', (lines) => [header, `"${lines[0]}`, ...lines.slice(1)], /:1: cannot be read/],
  ])('%s is rejected with its position, and nothing changes', (_name, spoil, message) => {
    const root = makeBase()
    const before = snapshot(root)
    expect(() => plan(root, spoil(linesOf(root)))).toThrow(message)
    expect(snapshot(root)).toEqual(before)
  })

  test('all invalid rows are reported at once', () => {
    const root = makeBase()
    const spoilt = withPlace(withPlace(linesOf(root), '01001', '-2,5;42,8;Mapa;x;MDT'), '01002', '-2,5;y;Mapa;219;MDT')
    expect(() => plan(root, [header, ...spoilt])).toThrow(/:2: ALTITUD is "x"[\s\S]*:3: LATITUD_ETRS89 is "y"/)
  })
})
