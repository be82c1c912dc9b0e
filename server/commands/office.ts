import { readFileSync } from 'node:fs'
import type { Language } from '../errors/language.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { answerOf, openLocal } from './local-service.ts'
import { fail, type Json } from './problem-text.ts'
import { showResult } from './show-result.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

const [shown, set] = ['/api/v1/oficina', '/api/v1/admin/oficina']

/** `office show | set | clear`: the letterhead that fichas print. `set` keeps what is not named. */
export async function officeCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.office.options)
  const [action] = positionals
  if (action !== 'show' && action !== 'set' && action !== 'clear') throw wrongAction('office', action, { es: 'el membrete', en: 'the letterhead' })
  const local = await openLocal(terminal, values, 'stored')
  try {
    const before = await answerOf(await local.fetch(shown))
    const changed = { ...before.body, ...named(values) }
    if (action === 'set' && changed['name'] === '')
      throw new UsageError({ es: 'Falta --name: el nombre del estudio', en: 'Give --name: the name of the office' })
    const body = action === 'clear' ? { name: '' } : changed
    const answer = action === 'show' ? before : await answerOf(await local.fetch(set, body, 'PUT'))
    if (!answer.ok) return fail(terminal, answer.body, values.json)
    showResult(terminal, values)(answer.body, textOf(answer.body, terminal.language))
    return 0
  } finally {
    await local.close()
  }
}

function named({ name, address, logo }: Readonly<Record<string, unknown>>): Json {
  return {
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(logo === undefined ? {} : { logo: logo === 'none' ? null : readFileSync(String(logo)).toString('base64') }),
  }
}

const words = {
  es: { none: 'Sin membrete', noLogo: 'Sin logotipo', logo: 'Con logotipo' },
  en: { none: 'No letterhead', noLogo: 'Without a logo', logo: 'With a logo' },
} as const satisfies Record<Language, unknown>

function textOf({ name, address, logo: image }: Json, language: Language): string {
  const { none, noLogo, logo } = words[language]
  if (name === '') return none
  return [String(name), String(address), image === null ? noLogo : logo].filter((one) => one !== '').join('\n')
}
