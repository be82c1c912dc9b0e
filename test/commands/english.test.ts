import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { runCli } from '../../server/cli.ts'
import { lanWords } from '../../server/commands/serve-words.ts'
import { commandNames } from '../../server/usage/usages.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-english-'))
/** Short words that no English sentence has, and letters that none has either. */
const spanish = /(?<![\w/.-])(el|la|los|las|del|que|con|sin|una|para|está|y|se)(?![\w/.-])|[¿¡«ñ]/i

async function said(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const lines: string[] = []
  const environment = { LANG: 'en_GB.UTF-8', PLOMADA_DATA: join(folder, 'state'), PLOMADA_KB: inject('packFile'), ...more }
  await runCli(args, { environment, out: (text) => lines.push(text), err: (text) => lines.push(text) })
  return lines.join('\n')
}

describe('where the locale is English', () => {
  test('the help of every command is', async () => {
    for (const name of commandNames) expect((await said([name, '--help'])).replaceAll(/"[^"]*"|cubierta plana/g, ''), name).not.toMatch(spanish)
  })

  test('what commands say of the installation is', async () => {
    const copy = join(folder, 'copy')
    const sealed = { PLOMADA_BACKUP_TO: join(folder, 'sealed'), PLOMADA_BACKUP_RECIPIENT: '' }
    const acts: readonly (readonly string[])[] = [
      ['key', 'add', '--name', 'x'],
      ['key', 'list'],
      ['whoami'],
      ['office', 'show'],
      ['office', 'set', '--name', 'Office'],
      ['office', 'clear'],
      ['audit', 'verify'],
      ['audit', 'verify', '--mark', `1:${'0'.repeat(64)}`],
      ['backup', copy],
      ['restore', copy],
      ['certificate', 'key'],
      ['certificate', 'rotate'],
      ['project', 'list'],
      ['library', 'list'],
      ['kb', 'info'],
      ['kb', 'list'],
    ]
    for (const act of acts) expect(await said(act), act.join(' ')).not.toMatch(spanish)
    const made = await said(['backup', '--new-key', join(folder, 'own.key')])
    expect(made).not.toMatch(spanish)
    const recipient = /age1\w+/.exec(made)?.[0] ?? ''
    expect(await said(['backup'], { ...sealed, PLOMADA_BACKUP_RECIPIENT: recipient })).toMatch(
      /^Encrypted backup in .+\nRestored as a trial, and in order; keys: 1, projects: 0, lines of the audit: \d+$/,
    )
  })

  test('what a ficha, a model and a question come to is, but for the texts of the law', async () => {
    const project = join(folder, 'house.json')
    writeFileSync(project, '{"name":"House","geo_id":"ES-28079","checks":[]}')
    expect(await said(['ficha', project, '--format', 'json', '--out', join(folder, 'ficha.json')])).toMatch(/checks 0, comply 0/)
    const model = await said(['ifc', 'test/fixtures/ifc/piso.ifc', '--geo', 'Madrid'])
    expect(model).toMatch(
      /Place: Madrid \(ES-28079\)\n\nPlanta primera\n {2}Muro 0,30 cumple \(\S+\)\n {4}COMPLIES +muro-exterior · transmitancia-termica: /,
    )
    expect(model).toMatch(/DOES NOT COMPLY {2}/)
    const answer = await said(['ask', 'huella mínima de una escalera de uso general en Madrid'])
    expect(answer).toMatch(/\n\nSources\n {2}\[[01](\.\d+)?\] cte-db-sua/)
  })
})

test('the addresses on the private network are told in both languages', () => {
  const certificate = { is_own_authority: true, fingerprint: 'AB:CD' }
  const state = { urls: ['https://a:1'], certificate } as unknown as Parameters<typeof lanWords>[0]
  expect(lanWords(state, 'en')).toMatch(
    /^On the private network, over TLS:\n {2}https:\/\/a:1\nEach computer[^\n]+https:\/\/a:1\/ca\.crt\n[^\n]+\n {2}AB:CD\n$/,
  )
  expect(lanWords(state, 'es')).toMatch(/^En la red local, con TLS:\n/)
})
