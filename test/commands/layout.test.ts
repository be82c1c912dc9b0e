import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { columns, folded } from '../../server/commands/text-table.ts'
import { inTerminal } from '../in-terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-layout-'))
const environment = { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile') }
const widths = [40, 60, 80, 120] as const
const widest = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length))
const bare = (text: string): string => text.replace(/\s+/g, '')

async function plomada(args: readonly string[], width?: number) {
  const out: string[] = []
  await runCli(args, { environment, width, out: (text) => out.push(text), err: (text) => out.push(text) })
  return out.join('\n')
}

describe('an answer in a terminal', () => {
  const asked = [
    ['geo', 'Madrid'],
    ['normativa', 'cte', 'cte-db-he'],
    ['articulo', 'cte', 'cte-db-he', 'he1-3-1-1'],
    ['limites', '--element', 'escalera', '--parameter', 'huella', '--geo', 'Madrid'],
    ['verify', '--element', 'cubierta plana', '--parameter', 'U', '--value', '0,5', '--unit', 'W/m²K', '--geo', 'Madrid'],
  ]
  test.each(widths)('fits %i columns', async (width) => {
    for (const args of asked) expect(widest(stripVTControlCharacters(await plomada(args, width))), args.join(' ')).toBeLessThanOrEqual(width)
  })
  test('keeps every word of a narrow verdict', async () => {
    const args = asked[4] ?? []
    expect(bare(stripVTControlCharacters(await plomada(args, 40)))).toBe(bare(await plomada(args)))
  })
  test('is narrow in a terminal that is, and ends in colours that stop', async () => {
    const { code, screen } = await inTerminal(['verify', ...(asked[4] ?? []).slice(1)], {
      env: { ...process.env, ...environment },
      width: 40,
    }).ended()
    expect(code).toBe(3)
    const lines = stripVTControlCharacters(screen.replaceAll('\r', ''))
    expect(widest(lines)).toBeLessThanOrEqual(40)
    expect(screen.replaceAll('\u001b', 'ESC')).toMatch(/ESC\[1;31mNO CUMPLE[^\n]*ESC\[0m/)
  })
  test('is in the language of the person, with words for its values', async () => {
    const [inSpanish, inEnglish] = [await plomada(['geo', 'Madrid']), await plomada(['geo', 'Madrid', '--lang', 'en'])]
    expect(inSpanish).toContain('Zona de radón: ninguna')
    expect(inSpanish).toContain('Verificación: leída en el texto oficial')
    expect(inEnglish).toContain('Radon zone: none')
    expect(inEnglish).toMatch(/^Province: Madrid\nCommunity: Comunidad de Madrid$/m)
    expect(inEnglish).toContain('Verification: official text')
    expect(inSpanish).not.toMatch(/national|official_|single_reader|capital_table/)
  })
  test('names the municipalities of a map, and has sentences on lines of their own', async () => {
    expect(await plomada(['zonas', '--zone', 'radon_zone'])).toMatch(/28079 +Madrid +(?:ninguna|I+) +lista oficial/)
    expect((await plomada(['zonas', '--zone', 'radon_zone', '--csv'])).split('\r\n')[0]).toBe('\uFEFFine;name;value;quality')
    expect(await plomada(['limites', '--element', 'escalera', '--parameter', 'huella', '--geo', 'Madrid'])).not.toMatch(/\., /)
  })
})

describe('a table', () => {
  const headings = ['código', 'título']
  const rows = [['ley-8-1993-madrid', 'Promoción de la accesibilidad y supresión de barreras arquitectónicas']]
  test('breaks no word: where it does not fit, the fields are under each other', () => {
    expect(columns(headings, rows, 40).split('\n').slice(0, 2)).toEqual(['código             título', 'ley-8-1993-madrid  Promoción de la'])
    expect(columns(headings, rows, 30)).toBe(
      'código: ley-8-1993-madrid\ntítulo: Promoción de la\n  accesibilidad y supresión de\n  barreras arquitectónicas',
    )
  })
  test('without a row has its headings only where no sentence says so', async () => {
    expect(await plomada(['key', 'list'])).toBe('No hay ninguna clave')
  })
})

test('a long line goes on two columns to the right, and a word longer than the terminal is cut, not lost', () => {
  expect(folded('  uno dos tres', 9)).toEqual(['  uno dos', '    tres'])
  expect(
    folded('abcdefghij', 4)
      .map((one) => one.trim())
      .join(''),
  ).toBe('abcdefghij')
})
