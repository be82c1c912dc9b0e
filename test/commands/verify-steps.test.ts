import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { completionsOf } from '../../server/commands/completions.ts'
import { Interrupted } from '../../server/commands/terminal.ts'
import { inTerminal } from '../in-terminal.ts'

const environment = { NO_COLOR: '1', PLOMADA_DATA: mkdtempSync(join(tmpdir(), 'plomada-steps-')), PLOMADA_KB: inject('packFile') }

/** Runs `plomada` with answers for its questions. Fails if it asks more. */
async function answering(answers: readonly string[], ...args: string[]) {
  const [out, err, asked]: [string[], string[], string[]] = [[], [], []]
  const left = [...answers]
  const question = (text: string): Promise<string> => {
    asked.push(text)
    const answer = left.shift()
    return answer === undefined ? Promise.reject(new Interrupted()) : Promise.resolve(answer)
  }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text), width: 80, question })
  return { code, out: out.join('\n'), err: err.join('\n'), asked, left }
}

const envelope = ['--element', 'envolvente-termica', '--parameter', 'K', '--geo', 'Madrid']

describe('plomada verify, step by step', () => {
  test('asks for element, parameter, place and value, and gives the verdict and the command for it', async () => {
    const { code, out, err, asked } = await answering(['cubierta plana', 'U', 'Madrid', '0,5 W/m²K'], 'verify')
    expect(code).toBe(3)
    expect(out).toMatch(/^NO CUMPLE: 0,5 W\/m²K \(límite: ≤ 0,35 W\/m²K\)/)
    expect(asked).toHaveLength(4)
    expect(err).toMatch(/plomada verify --element 'cubierta plana' --parameter transmitancia-termica --value 0,5 --unit 'W\/m²K' --geo ES-28079/)
  })
  test('asks only for what is not stated', async () => {
    const stated = ['--element', 'cubierta-plana', '--parameter', 'U', '--geo', 'Madrid']
    const { code, asked } = await answering(['0,3', ''], 'verify', ...stated)
    expect(code).toBe(0)
    expect(asked).toEqual(['¿Qué valor tiene, en W/m²K o con otra unidad? ', '¿En W/m²K? Intro si es así; si no, la unidad: '])
  })
  test('proposes names, by number, where none or several are meant, and asks again where a number can be read in two ways', async () => {
    const { code, err, asked } = await answering(['plana', '1', '99', 'transmitancia', '1', 'Atlántida', 'Madrid', '1.234', '0,2', 'W/m2K'], 'verify')
    expect(code, err).toBe(0)
    expect(err).toContain('Puede ser uno de estos:')
    expect(err).toMatch(/1 {2}Cubierta plana/)
    expect(err).toContain('Nada se llama «99».')
    expect(err).toContain('\nNingún municipio se llama')
    expect(err).toMatch(/«1\.234» puede ser 1234 o 1,2340/)
    expect(asked).toHaveLength(10)
  })
  test('asks for the data that are missing, one after the other, and for none that an answer makes needless', async () => {
    const { code, out, err, asked } = await answering(['0,4 W/m²K', 'residencial_privado'], 'verify', ...envelope)
    expect(err).toMatch(/Faltan datos para decidir/)
    expect([0, 3], err).toContain(code)
    expect(out).toMatch(/CUMPLE/)
    expect(asked).toHaveLength(2)
    expect(err).toMatch(/--context uso=residencial_privado\n/)
  })
  test('decides nothing where the data are not known', async () => {
    const { code, out, err } = await answering(['0,4 W/m²K', ...Array<string>(12).fill('')], 'verify', ...envelope)
    expect(code, err).toBe(4)
    expect(out).toBe('')
  })
  test('asks nothing where nobody is at the terminal, or the output is none', async () => {
    const err: string[] = []
    const question = (): Promise<string> => Promise.reject(new Error('asked'))
    for (const terminal of [{ question }, { width: 80 }]) {
      const code = await runCli(['verify'], { environment, out: () => undefined, err: (text) => err.push(text), ...terminal })
      expect(code).toBe(2)
    }
    expect(err[0]).toBe('Falta --element')
  })
  test('completes names whatever their case and accents', () => {
    expect(completionsOf('cubierta p', ['Cubierta plana', 'Puerta'])).toEqual([['Cubierta plana'], 'cubierta p'])
    expect(completionsOf('alca', ['Alcalá', 'Ávila'])[0]).toEqual(['Alcalá'])
  })
})

describe('plomada verify in a pseudo terminal', () => {
  const env = { ...process.env, ...environment }

  test('asks in Spanish and exits as the verdict says', async () => {
    const screen = inTerminal(['verify', '--lang', 'es'], { env })
    await screen.until(/¿Qué se comprueba\?.*: /)
    screen.enter('cubierta plana')
    await screen.until(/¿Qué se mide\?.*: /)
    screen.enter('U')
    await screen.until(/¿En qué municipio\? /)
    screen.enter('Madrid')
    await screen.until(/¿Qué valor tiene.*\? /)
    screen.enter('0,5 W/m²K')
    await screen.until(/NO CUMPLE/)
    expect((await screen.ended()).code).toBe(3)
  }, 60_000)
  test('takes answers that are typed, or pasted, before they are asked for', async () => {
    const screen = inTerminal(['verify', '--lang', 'es'], { env })
    await screen.until(/¿Qué se comprueba\?.*: /)
    screen.press('cubierta plana\rU\rMadrid\r0,5 W/m²K\r')
    await screen.until(/NO CUMPLE/)
    expect((await screen.ended()).code).toBe(3)
  }, 60_000)
  test('asks in English, completes a name with the tab key, and leaves at Ctrl+C without a word of error', async () => {
    const screen = inTerminal(['verify', '--lang', 'en'], { env })
    await screen.until(/What is checked\?.*: /)
    screen.press('Cubierta pl\t')
    await screen.until(/Cubierta plana/)
    screen.press('\u0003')
    const { code, screen: all } = await screen.ended()
    expect(code).toBe(130)
    expect(all).not.toMatch(/Error|unsettled|\bat .*:\d/)
  }, 60_000)
  test('is the usual error where the input is not a terminal', async () => {
    const { spawnSync } = await import('node:child_process')
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts', 'verify', '--lang', 'en'], { env, input: '', encoding: 'utf8' })
    expect([status, stderr.split('\n')[0]]).toEqual([2, 'Give --element'])
  }, 60_000)
})
