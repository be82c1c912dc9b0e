import { describe, expect, test } from 'vitest'
import { runCli } from '../../server/cli.ts'

describe('the language of the command line', () => {
  const said = async (environment: Readonly<Record<string, string>>, ...args: string[]) => {
    const lines: string[] = []
    await runCli(args, { environment, out: (text) => lines.push(text), err: (text) => lines.push(text) })
    return lines.join('\n').includes('Unknown command') ? 'en' : 'es'
  }
  test.each([
    [{}, 'es'],
    [{ LANG: 'C.UTF-8' }, 'es'],
    [{ LANG: 'es_ES.UTF-8' }, 'es'],
    [{ LANG: 'en_GB.UTF-8' }, 'en'],
    [{ LANG: 'en' }, 'en'],
    [{ LANG: 'enm_GB' }, 'es'],
    [{ LANG: 'fr_FR.UTF-8' }, 'es'],
    [{ LANG: 'es_ES.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'en'],
    [{ LC_ALL: 'es_ES.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'es'],
    [{ LANG: 'en_US.UTF-8', PLOMADA_LANG: 'es' }, 'es'],
    [{ PLOMADA_LANG: 'en' }, 'en'],
  ])('with %j it is %s', async (environment, language) => {
    expect(await said(environment, 'nada')).toBe(language)
  })
  test('--lang wins over the environment', async () => {
    expect([await said({ LANG: 'en_US' }, 'nada', '--lang', 'es'), await said({}, 'nada', '--lang=en')]).toEqual(['es', 'en'])
  })
})
