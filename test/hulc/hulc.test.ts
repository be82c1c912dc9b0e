import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { readBlocks } from '../../server/hulc/blocks.ts'
import { mostBytes, readEnergyFile } from '../../server/hulc/energy-file.ts'
import { envelopeOf } from '../../server/hulc/envelope.ts'
import { mappingOf } from '../../server/hulc/hulc-error.ts'
import { service } from '../ask/ask-service.ts'
import { plomada } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-hulc-'))
const house = 'test/fixtures/hulc/casa.ctehexml'
const run = (file: string, ...more: string[]) => plomada(folder, 'hulc', file, '--kb', inject('packFile'), ...more)
const text = readFileSync(house, 'utf8')
let files = 0
const written = (content: string | Uint8Array): string => {
  const file = join(folder, `${++files}.ctehexml`)
  writeFileSync(file, content)
  return file
}
const mapping = mappingOf(service.kb.hulc)
const partsOf = (building: string) => envelopeOf(readBlocks(building), mapping)

describe('plomada hulc', () => {
  // Worked by hand: U = 1 / (Rsi + sum of e/λ + Rse) with DA DB-HE/1, Tabla 1; openings (Uf·FF + Ug·(1 − FF))·(1 + raise). Limits: HE 1, Tabla 3.1.1.a, zone E.
  test.each([
    [
      '0,12/0,6 + 0,0883/0,04 + 0,18 + 0,13 + 0,04 = 2,7575',
      'Muro en contacto con el aire exterior: U = 0,3627 W/m²K  ≤ 0,37 W/m²K',
      'CUMPLE',
      'P01_E01_PE001, P01_E01_PE002',
    ],
    ['0,2 + 2 + 0,18 + 0,17 = 2,55', 'Muro en contacto con el aire exterior: U = 0,3922 W/m²K  ≤ 0,37 W/m²K', 'NO CUMPLE', 'P01_E01_PE003'],
    ['0,2 + 3 + 0,10 + 0,04 = 3,34', 'Cubierta en contacto con el aire exterior: U = 0,2995 W/m²K  ≤ 0,33 W/m²K', 'CUMPLE', 'P01_E01_C001'],
    ['(2·0,25 + 1,4·0,75)·1,1', 'Ventana: U = 1,7050 W/m²K  ≤ 1,8 W/m²K', 'CUMPLE', 'P01_E01_PE001_V'],
    ['(2·0,5 + 1,4·0,5)·1,1', 'Ventana: U = 1,8700 W/m²K  ≤ 1,8 W/m²K', 'NO CUMPLE', 'P01_E01_PE002_V'],
    ['a door glazed by 60 % has the limit of windows', 'Ventana: U = 1,6400 W/m²K  ≤ 1,8 W/m²K', 'CUMPLE', 'P01_E01_PE002_P'],
    ['a blind door', 'Puerta con superficie semitransparente igual o inferior al 50 %: U = 2,0000 W/m²K  ≤ 5,7 W/m²K', 'CUMPLE', 'P01_E01_PE001_P'],
    ['a window in a roof', 'Lucernario: U = 1,7050 W/m²K', 'CUMPLE', 'P01_E01_C001_L'],
  ])('%s', async (_, line, result, names) => {
    const { out } = await run(house)
    const lines = out.split('\n')
    const at = lines.findIndex((one, index) => one.includes(line) && lines[index + 1]?.includes(names))
    expect(lines[at], out).toMatch(new RegExp(`  ${result}$`))
  })

  test('says what it does not check and why, and does not call the rest compliant', async () => {
    const { code, out } = await run(house)
    expect(code).toBe(3)
    expect(out).toContain('«Forjado volado» (P01_E01_FE001): El fichero no trae el material «Material de la biblioteca»')
    expect(out).toMatch(/terreno: P01_E01_FTER001\n.*lo que separa: P01_E01_TAB001\n.*no es habitable: P02_E01_C001/)
    expect(out).toContain('El coeficiente global K y el control solar no se calculan')
    const good = await run(
      written(
        text
          .replace('"Fachada fina" = LAYERS', '"Otra" = LAYERS')
          .replace('CONSTRUCTION = "Fachada fina"', 'CONSTRUCTION = "Fachada"')
          .replace('GAP = "Ventana grande"', 'GAP = "Ventana"'),
      ),
    )
    expect([good.code, good.out]).toEqual([4, expect.stringContaining('0 no cumplen')])
  })

  test('its project gives the same verdicts in the ficha', async () => {
    const file = join(folder, 'proyecto.json')
    await run(house, '--project', file)
    const { out } = await plomada(folder, 'ficha', file, '--kb', inject('packFile'), '--out', join(folder, 'ficha.pdf'), '--force')
    expect(out).toContain('comprobaciones 8, cumplen 6, no cumplen 2, sin decidir 0')
  })

  test('its project says which data the file states, and which were typed', async () => {
    const file = join(folder, 'proyecto-datos.json')
    await run(house, '--context', 'intervencion=obra_nueva', '--project', file)
    const { context, sources } = JSON.parse(readFileSync(file, 'utf8'))
    expect(context).toEqual({ uso: 'residencial_privado', intervencion: 'obra_nueva' })
    expect(sources).toEqual({ uso: 'model' })
  })

  test('takes the place of --geo before that of the file, and says when the zone of the file is another', async () => {
    expect((await run(house)).out).not.toContain('AVISO')
    const { out } = await run(house, '--geo', 'Madrid')
    expect(out).toMatch(/^Envolvente en Madrid\nAVISO: el fichero dice zona climática E1; la del lugar es D3/)
    expect((await run(written(text.replace('<poblacion>Burgos<', '<poblacion>-<')))).err).toContain('indíquelo con --geo')
  })

  test('reads files in the encoding of Windows', async () => {
    const { out } = await run(written(Buffer.from(text.replaceAll('λ', 'l'), 'latin1')))
    expect(out).toContain('Muro en contacto con el aire exterior: U = 0,3627')
  })
})

describe('files that are no good model of HULC', () => {
  test.each([
    ['nothing', ''],
    ['text', 'Memoria'],
    ['other XML', '<?xml version="1.0"?><a/>'],
    ['a cut file', text.slice(0, 3000)],
    ['no building', '<CTE-HE-XML><DatosGenerales/></CTE-HE-XML>'],
    ['entities', text.replace('<CTE-HE-XML>', '<!DOCTYPE x [<!ENTITY a "b">]><CTE-HE-XML>')],
  ])('%s is refused with what would be right', async (_, content) => {
    expect(await run(written(content))).toMatchObject({ code: 1, err: expect.stringContaining('no es un modelo de HULC') })
  })

  test('a file over the limit, and one with endless blocks, are refused', () => {
    expect(() => readEnergyFile(new Uint8Array(mostBytes + 1))).toThrow(/64 MB/)
    expect(() => readBlocks('"a" = POLYGON\n'.repeat(200_001))).toThrow(/200000/)
  })

  test('a base of an earlier program says so', () => {
    expect(() => mappingOf(undefined)).toThrow(/newer/)
  })

  test.each(['0', '-0.04', '1e-999', '0.0009', '501', 'x', '', '0,04', '9'.repeat(50)])(
    'a conductivity of %j gives no transmittance',
    (conductivity) => {
      const building = `"M" = MATERIAL\nTYPE = PROPERTIES\nCONDUCTIVITY = ${conductivity}\n..\n"C" = LAYERS\nMATERIAL = ("M")\nTHICKNESS = (0.1)\n..\n"E" = SPACE\n..\n"W" = EXTERIOR-WALL\nCONSTRUCTION = "C"\n..\n`
      expect(partsOf(building).parts).toMatchObject([{ transmittance: { unknown: { es: expect.stringContaining('«M»') } } }])
    },
  )

  test('what spacers add is not taken for nothing where the file does not say it', async () => {
    const { out } = await run(written(text.replaceAll(/ *porcentajeIncrementoU = 10\n/g, '')))
    expect(out).toContain('El fichero no trae lo que suman los intercalarios y las cajas de persiana de «Ventana»')
    expect(out).not.toMatch(/ventana.*U = 1,55/i)
    // A blind door has no glass.
    expect(out).toContain('U = 2,0000')
  })

  test('a construction in two colours is one construction', () => {
    const coloured = (share: number): string => `"K" = CONSTRUCTION\nLAYERS = "C"\nABSORPTANCE = ${share}\n..\n`
    const wall = (name: string): string => `"${name}" = EXTERIOR-WALL\nCONSTRUCTION = "K"\n..\n`
    expect(partsOf(`"E" = SPACE\n..\n${wall('W1')}${coloured(0.6)}${wall('W2')}${coloured(0.9)}`).parts).toMatchObject([
      { construction: 'C', names: ['W1', 'W2'] },
    ])
  })

  test('two layers of one name that differ give no transmittance; the same twice is one', () => {
    const layers = (thickness: number): string => `"C" = LAYERS\nMATERIAL = ("M")\nTHICKNESS = (${thickness})\n..\n`
    const building = (second: number): string =>
      `"M" = MATERIAL\nTYPE = PROPERTIES\nCONDUCTIVITY = 0.04\n..\n${layers(0.1)}${layers(second)}"E" = SPACE\n..\n"W" = EXTERIOR-WALL\nCONSTRUCTION = "C"\n..\n`
    expect(partsOf(building(0.2)).parts).toMatchObject([{ transmittance: { unknown: { es: expect.stringContaining('«C»') } } }])
    expect(partsOf(building(0.1)).parts).toMatchObject([{ transmittance: { value: expect.anything() } }])
  })

  test.each([
    ['TILT = 60', 'cubierta-exterior'],
    ['TILT = 60.1', 'muro-exterior'],
    ['TILT = 119.9', 'muro-exterior'],
    ['TILT = 120', 'suelo-exterior'],
    ['LOCATION = TOP', 'cubierta-exterior'],
    ['LOCATION = SPACE-V1', 'muro-exterior'],
  ])('a wall with %s is %s', (attribute, element) => {
    expect(partsOf(`"E" = SPACE\n..\n"W" = EXTERIOR-WALL\nCONSTRUCTION = "C"\n${attribute}\n..\n`).parts).toMatchObject([{ element }])
  })

  test.each(['TILT = -1', 'TILT = 181', 'TILT = x'])('a wall with %s is not checked', (attribute) => {
    expect(partsOf(`"E" = SPACE\n..\n"W" = EXTERIOR-WALL\n${attribute}\n..\n`)).toMatchObject({ parts: [], unchecked: [{ names: ['W'] }] })
  })
})
