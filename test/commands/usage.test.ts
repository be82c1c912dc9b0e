import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { parse } from '../../server/commands/terminal.ts'
import { version } from '../../server/config/version.ts'
import { allUsages, commandNames } from '../../server/usage/usages.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-usage-'))

async function plomada(args: readonly string[], more: { readonly width?: number; readonly environment?: Readonly<Record<string, string>> } = {}) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: folder, PLOMADA_KB: inject('packFile'), ...more.environment }
  const code = await runCli(args, { environment, width: more.width, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('the help', () => {
  test('of each command names every option that it parses, and its exit codes, in both languages', async () => {
    for (const [name, usage] of await allUsages()) {
      const [inSpanish, inEnglish] = await Promise.all([plomada([name, '--help']), plomada([name, '-h', '--lang', 'en'])])
      expect([inSpanish.code, inEnglish.code, inSpanish.err]).toEqual([0, 0, ''])
      expect(inSpanish.out).toMatch(new RegExp(`^Uso: plomada ${name}\\b`))
      expect(inEnglish.out).toMatch(new RegExp(`^Usage: plomada ${name}\\b`))
      for (const [option, { about }] of Object.entries(usage.options)) {
        expect(inSpanish.out).toContain(`--${option}`)
        expect([about.es, about.en]).not.toContain('')
      }
      const given = Object.entries(usage.options).flatMap(([option, { type, values }]) =>
        type === 'boolean' ? [`--${option}`] : [`--${option}`, values?.[0] ?? 'x'],
      )
      expect(Object.keys(parse(given, usage.options).values), name).toEqual(expect.arrayContaining(Object.keys(usage.options)))
    }
  })
  test.each([40, 60, 80, 120])('fits a terminal of %i columns, without losing a word', async (width) => {
    for (const name of commandNames) {
      const [fitted, whole] = await Promise.all([plomada([name, '--help'], { width }), plomada([name, '--help'])])
      expect(Math.max(...fitted.out.split('\n').map(({ length }) => length)), name).toBeLessThanOrEqual(width)
      const bare = ({ out }: { readonly out: string }): string => out.replace(/\s+/g, '')
      expect(bare(fitted)).toBe(bare(whole))
    }
  })
  test('explains each action of a command, also in the manual', async () => {
    const help = await plomada(['project', '--help', '--lang', 'en'])
    expect(help.out).toMatch(/^Usage: plomada project ACTION \[options\]\n/)
    expect(help.out).toMatch(/\nActions\n {2}list +those that there are\n {2}export ID +the project, as JSON\n/)
    expect((await plomada(['man'])).out).toContain('.TP\n.B recover ID\nlo saca de la papelera\n')
  })
  test('says what a command cannot do without', async () => {
    expect((await plomada(['diff', '--help'])).out).toMatch(/--from EDICIÓN +la edición de antes; hace falta\n/)
  })
  test('of a command that does not exist says which one may be meant', async () => {
    expect(await plomada(['help', 'zona'])).toMatchObject({ code: 2, err: expect.stringContaining('¿quería decir zonas?') })
  })
  test('a usage error takes two lines', async () => {
    expect((await plomada(['geo', '--altitud', '3'])).err).toBe(
      'No existe la opción --altitud: ¿quería decir --altitude-m?\nAyuda: plomada geo --help',
    )
  })
})

test('--version names the program and the base that it would use', async () => {
  const { code, out } = await plomada(['--version'])
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^plomada ${version} \\(Node \\d[^\\n]*\\)\\nplomada-es \\d{4}\\.\\d+\\.\\d+ \\(\\d{4}-\\d\\d-\\d\\d\\)$`)),
  ])
  expect(JSON.parse((await plomada(['--version', '--json'])).out)).toMatchObject({ version, kb: { id: 'plomada-es' } })
  const without = await plomada(['--version', '--kb', '/nowhere/x.kb', '--lang', 'en'])
  expect([without.code, without.out]).toEqual([0, expect.stringMatching(/^plomada [^\n]*\nNo knowledge base: [^\n]*\/nowhere\/x\.kb/)])
})

test('the manual page is roff that man reads without a warning', async () => {
  const { out } = await plomada(['man'])
  for (const name of commandNames) expect(out).toContain(`.SS plomada ${name}`)
  expect(out).toMatch(/^\.TH PLOMADA 1/)
  const groff = spawnSync('groff', ['-man', '-Tutf8', '-Kutf8', '-ww'], { input: out, encoding: 'utf8' })
  // Not every machine has groff.
  if (groff.error === undefined) expect([groff.status, groff.stderr]).toEqual([0, ''])
})

describe('completion', () => {
  /** What bash offers for the last of these words. */
  const offered = async (...words: string[]): Promise<string[]> => {
    const script = join(folder, 'completion.bash')
    writeFileSync(script, (await plomada(['completion', 'bash'])).out)
    const list = words.map((word) => `'${word}'`).join(' ')
    const run = `source ${script}; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _plomada; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', run], { encoding: 'utf8' }).trim().split('\n')
  }
  test('in bash: commands, actions, options and values', async () => {
    expect(await offered('plomada', 'ver')).toEqual(['verify'])
    expect(await offered('plomada', 'key', 're')).toEqual(['revoke'].concat('rotate').filter((one) => one.startsWith('re')))
    expect(await offered('plomada', 'verify', '--ele')).toEqual(['--element'])
    expect(await offered('plomada', 'zonas', '--zone', 'r')).toEqual(['radon_zone'])
    expect(await offered('plomada', '')).toEqual(expect.arrayContaining([...commandNames]))
  })
  test.each(['zsh', 'fish'])('in %s: a script that the shell reads, with every command and option', async (shell) => {
    const { out } = await plomada(['completion', shell])
    for (const [name, { options }] of await allUsages()) {
      expect(out).toContain(name)
      for (const option of Object.keys(options)) expect(out).toMatch(new RegExp(`(?:--|-l )${option}\\b`))
    }
    const script = join(folder, `completion.${shell}`)
    writeFileSync(script, out)
    const read = spawnSync(shell, ['-n', script], { encoding: 'utf8' })
    // Not every machine has each shell.
    if (read.error === undefined) expect([read.status, read.stderr]).toEqual([0, ''])
  })
  test('in fish: what it offers for the last word', async () => {
    const script = join(folder, 'offered.fish')
    writeFileSync(script, (await plomada(['completion', 'fish'])).out)
    const offers = (line: string): string[] | undefined => {
      const run = spawnSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], { encoding: 'utf8' })
      return run.error === undefined
        ? run.stdout
            .trim()
            .split('\n')
            .map((one) => one.split('\t')[0] ?? '')
        : undefined
    }
    // Not every machine has fish.
    if (offers('true') === undefined) return
    expect(offers('plomada ver')).toEqual(['verify'])
    expect(offers('plomada key re')).toEqual(['revoke'].concat('rotate').filter((one) => one.startsWith('re')))
    expect(offers('plomada verify --ele')).toEqual(['--element'])
    expect(offers('plomada zonas --zone r')).toEqual(['radon_zone'])
  })
  test('in PowerShell: every command with its words', async () => {
    const { out } = await plomada(['completion', 'powershell'])
    for (const name of commandNames) expect(out).toContain(`    '${name}' = @(`)
    expect(out).toContain("'--element'")
  })
})

describe('colours', () => {
  const roof = 'verify --element cubierta-plana --parameter U --value 0,5 --unit W/m²K --geo ES-28079'.split(' ')
  const isRed = async (args: readonly string[], more?: Parameters<typeof plomada>[1]) =>
    (await plomada([...roof, ...args], more)).out.startsWith('\u001b[1;31mNO CUMPLE')
  test('only in a terminal, without NO_COLOR, unless they are asked for', async () => {
    expect(await isRed([])).toBe(false)
    expect(await isRed([], { width: 100 })).toBe(true)
    expect(await isRed([], { width: 100, environment: { NO_COLOR: '1' } })).toBe(false)
    expect(await isRed(['--color', 'always'])).toBe(true)
    expect(await isRed(['--color=never'], { width: 100 })).toBe(false)
    expect((await plomada([...roof, '--json', '--color', 'always'])).out).toMatch(/^\{/)
  })
})
