import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readBlocks } from '../../server/hulc/blocks.ts'
import { readEnergyFile } from '../../server/hulc/energy-file.ts'
import { envelopeOf } from '../../server/hulc/envelope.ts'
import { mappingOf } from '../../server/hulc/hulc-error.ts'
import { kInputsJson } from '../../server/hulc/k-inputs.ts'
import { service } from '../ask/ask-service.ts'
import { plomada } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-hulc-'))
const house = 'test/fixtures/hulc/casa.ctehexml'
const run = (file: string, ...more: string[]) => plomada(folder, 'hulc', file, '--kb', inject('packFile'), ...more)
const mapping = mappingOf(service.kb.hulc)
const elementsOf = (building: string) => kInputsJson(envelopeOf(readBlocks(building), mapping).inputs, '').elements

describe('areas of a file of HULC', () => {
  // Plan of 10 m by 8 m, 3 m high. Worked by hand.
  test.each([
    ['P01_E01_PE001', 'side of 10 × 3 = 30, less 2 × 1 and 1 × 2', '30.00', '26.00', '9.43'],
    ['P01_E01_PE001_V', '2 × 1, and 2 × 1,705', '2.00', '2.00', '3.41'],
    ['P01_E01_PE002', 'side of 8 × 3 = 24, less 3 × 1,5 and 1 × 2,1; 17,4 / 2,7575', '24.00', '17.40', '6.31'],
    ['P01_E01_PE003', 'side of 10 × 3, and 30 / 2,55', '30.00', '30.00', '11.76'],
    ['P01_E01_FE001', 'triangle of 3 by 4: 6; its U is not known', '6.00', '6.00', null],
    ['P01_E01_FTER001', 'the plan of the space, 10 × 8; its U is not worked out', '80.00', '80.00', null],
    ['P01_E01_C001', 'sloped, by its polygon of 10 × 9,24, less 1 × 1,2; 91,2 / 3,34', '92.40', '91.20', '27.31'],
    ['P01_E01_TAB001', 'side of 8 × 3', '24.00', '24.00', null],
  ])('%s: %s', (name, _, gross, net, loss) => {
    const { building } = readEnergyFile(readFileSync(house))
    expect(elementsOf(building).find((one) => one.name === name)).toMatchObject({
      gross_area_m2: gross,
      net_area_m2: net,
      area_by_transmittance_w_k: loss,
    })
  })

  // Space P01_E01 and polygon P02_E05_FE001 of `ejemploviv_unif` in github.com/pachi/cteenergymodel; areas as HULC wrote them in its KyGananciasSolares.txt.
  test('are those that HULC itself works out', () => {
    const window = (name: string): string => `"${name}_V" = WINDOW\nHEIGHT = 1.2\nWIDTH = 1.2\n..\n`
    const building = `"P" = POLYGON
V1 =( 9.782523, 3.619276 )\nV2 =( 5.249137, 3.613244 )\nV3 =( 2.846598, 3.610047 )\nV4 =( 2.846598, 0.01421285 )\nV5 =( 9.796509, 0.002772731 )
..\n"Q" = POLYGON
V1 =( 0, -0 )\nV2 =( 0.8728714, -1.587104e-09 )\nV3 =( 0.9819989, 1.790913 )\nV4 =( 0.09127525, 1.861781 )\nV5 =( 0.05816356, 1.188588 )
..\n"F" = FLOOR\nFLOOR-HEIGHT = 2.7\nSPACE-HEIGHT = 2.7\n..\n"S" = SPACE\nHEIGHT = 2.7\nPOLYGON = "P"\n..
"N" = EXTERIOR-WALL\nLOCATION = SPACE-V3\n..\n${window('N')}"S1" = EXTERIOR-WALL\nLOCATION = SPACE-V5\n..\n${window('S1')}"T" = UNDERGROUND-WALL\nLOCATION = BOTTOM\n..
"E" = EXTERIOR-WALL\nTILT = 180\nPOLYGON = "Q"\n..\n`
    const areas = new Map(elementsOf(building).map(({ name, net_area_m2 }) => [name, net_area_m2]))
    expect(Object.fromEntries(areas)).toEqual({ N: '8.27', N_V: '1.44', S1: '8.32', S1_V: '1.44', T: '25.04', E: '1.61' })
  })
})

const corners = 'V1 = (0, 0)\nV2 = (4, 0)\nV3 = (4, 4)\nV4 = (0, 4)\n'
const building = `"P" = POLYGON\n${corners}..\n"F" = FLOOR\nFLOOR-HEIGHT = 3\n..\n"S" = SPACE\nPOLYGON = "P"\nHEIGHT = 3\n..\n"W" = EXTERIOR-WALL\nLOCATION = SPACE-V4\n..\n"V" = WINDOW\nWIDTH = 2\nHEIGHT = 1\n..\n`

describe('areas that the file does not settle', () => {
  test('the building that the rows below change has its area', () => {
    expect(elementsOf(building)).toMatchObject([{ name: 'W', gross_area_m2: '12.00', net_area_m2: '10.00' }, { name: 'V' }])
  })

  test.each([
    ['another height of the space', 'HEIGHT = 3\n..\n"W"', 'HEIGHT = 2.5\n..\n"W"', /altura/],
    ['no height of the storey', 'FLOOR-HEIGHT = 3\n', '', /altura/],
    ['a height of nothing', 'FLOOR-HEIGHT = 3', 'FLOOR-HEIGHT = 0', /altura/],
    ['a repeated storey', 'FLOOR-HEIGHT = 3', 'MULTIPLIER = 3\nFLOOR-HEIGHT = 3', /se repite/],
    ['a repeated space', 'POLYGON = "P"', 'POLYGON = "P"\nMULTIPLIER = 2', /se repite/],
    ['two spaces of a name', '"W" = EXT', '"S" = SPACE\n..\n"W" = EXT', /se repite/],
    ['a side that there is not', 'SPACE-V4', 'SPACE-V5', /V5/],
    ['no corner 2', 'V2 = (4, 0)\n', '', /lado/],
    ['a corner with three numbers', '(4, 0)', '(4, 0, 0)', /lado/],
    ['a corner that is no number', '(4, 0)', '(4, x)', /lado/],
    ['sides that cross', '(4, 4)\nV4 = (0, 4)', '(0, 4)\nV4 = (4, 4)', /lado/],
    ['sides that meet in a point', '(4, 4)\nV4 = (0, 4)', '(2, 0)\nV4 = (0, 4)', /lado/],
    ['two polygons of a name', '"F" = FLOOR', `"P" = POLYGON\n${corners.replace('4', '5')}..\n"F" = FLOOR`, /lado/],
    ['no place', 'LOCATION = SPACE-V4\n', '', /LOCATION/],
    ['an unknown place', 'SPACE-V4', 'LEFT', /LOCATION/],
    ['a place and a polygon', 'SPACE-V4', 'SPACE-V4\nPOLYGON = "P"', /LOCATION/],
    ['a polygon that is not there', 'LOCATION = SPACE-V4', 'POLYGON = "Q"', /polígono/],
    ['a slope and no polygon', 'SPACE-V4', 'SPACE-V4\nTILT = 80', /inclinado/],
    ['a sloped roof by the plan of its space', 'SPACE-V4', 'TOP\nTILT = 30', /inclinado/],
    ['an opening without width', 'WIDTH = 2\n', '', /hueco V/],
    ['an opening that is larger', 'WIDTH = 2', 'WIDTH = 12.1', /huecos suman más/],
  ])('%s gives none, and the reason', (_, from, to, reason) => {
    expect(building).toContain(from)
    expect(elementsOf(building.replace(from, to)).find(({ name }) => name === 'W')).toMatchObject({
      gross_area_m2: null,
      net_area_m2: null,
      unknown: expect.arrayContaining([{ es: expect.stringMatching(reason), en: expect.any(String) }]),
    })
  })

  test('an opening as large as its wall leaves nothing of it', () => {
    expect(elementsOf(building.replace('WIDTH = 2', 'WIDTH = 12'))).toMatchObject([{ net_area_m2: '0.00' }, {}])
  })

  test('partitions to a space of the envelope and elements of spaces outside it are no inputs of K', () => {
    const spaces = (next: string): string =>
      `"A" = SPACE\nTYPE = CONDITIONED\n..\n"T" = INTERIOR-WALL\nNEXT-TO = "B"\n..\n"B" = SPACE\nTYPE = ${next}\n..\n"W" = EXTERIOR-WALL\n..\n`
    expect(elementsOf(spaces('CONDITIONED')).map(({ name }) => name)).toEqual(['W'])
    expect(elementsOf(spaces('UNHABITED'))).toMatchObject([{ name: 'T', borders_on: { kind: 'other_space', space: 'B' } }])
  })
})

describe('plomada hulc gives the inputs of K', () => {
  test('as a table with the zone of the place, and says why K is not given', async () => {
    const { out } = await run(house)
    expect(out).toMatch(/Datos para el coeficiente global K\n {2}Zona climática: E1\n/)
    expect(out).toMatch(/P01_E01_PE001 +Fachada +aire exterior +30,00 +26,00 +0,3627 +9,43\n/)
    expect(out).toMatch(/P01_E01_TAB001 +Solera +espacio P02_E01 +24,00 +24,00 +— +—\n/)
    expect(out).toContain('sin sumar, falta el área o la transmitancia en 1 de 10 elementos')
    expect(out).toContain('K no se da: faltan los puentes térmicos')
    expect(out).not.toMatch(/P02_E01_C001 +Solera/)
  })

  // Madrid itself is D3; the ficha of the same project names E1 at that altitude.
  test.each([
    ['--context', 'altitud_m=1500', 'E1'],
    ['--context', 'altitude_m=1500', 'E1'],
    ['--context', 'zona climática=A3', 'A3'],
    ['--context', 'climate_zone=A3', 'A3'],
  ])('with %s %s the zone is that which is checked with', async (flag, given, zone) => {
    const { out } = await run(house, '--geo', 'Madrid', flag, given)
    expect(out).toContain(`  Zona climática: ${zone}\n`)
  })

  test('adds up what borders on outside air if nothing is missing', async () => {
    const file = join(folder, 'entera.ctehexml')
    writeFileSync(file, readFileSync(house, 'utf8').replace('CONSTRUCTION = "Forjado volado"', 'CONSTRUCTION = "Cubierta"'))
    // 26 + 17,4 + 30 + 6 + 91,2 + 2 + 2 + 4,5 + 2,1 + 1,2 = 182,4; the floor: 6 / (3,2 + 0,21) = 1,76.
    // 43,4/2,7575 + 30/2,55 + 91,2/3,34 + 6/3,41 + 3,2·1,705 + 2·2 + 4,5·1,87 + 2,1·1,64 = 77,88
    expect((await run(file)).out).toContain('Con el aire exterior: A = 182,40 m², suma de A·U = 77,88 W/K')
  })

  test('and its project notes the area of each construction, or that it is not settled', async () => {
    const [file, project] = [join(folder, 'abierta.ctehexml'), join(folder, 'proyecto.json')]
    writeFileSync(file, readFileSync(house, 'utf8').replace('LOCATION = SPACE-V2', 'LOCATION = SPACE-V9'))
    const { out } = await run(file, '--project', project)
    const { checks } = JSON.parse(readFileSync(project, 'utf8'))
    expect(checks[0].notes).toBe('Área sin determinar en 1 de 2 elementos. 2 elementos: P01_E01_PE001, P01_E01_PE002')
    expect(checks[1].notes).toBe('Área 2,00 m². Un elemento: P01_E01_PE001_V')
    expect(out).toContain('Área sin determinar: No se entiende el lado V9 del polígono de su espacio: P01_E01_PE002')
  })
})
