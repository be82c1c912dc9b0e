import { alikeAmong } from '../engine/text.ts'
import type { Text } from '../errors/language.ts'
import { commands } from '../usage/commands.ts'
import { UsageError } from './terminal.ts'

type WithActions = {
  [Name in keyof typeof commands]: (typeof commands)[Name] extends { readonly actions: unknown } ? Name : never
}[keyof typeof commands]

/** The error of a command without its action, or with one that does not exist; it names the one that may be meant. `topic`: what the actions are about. */
export function wrongAction(command: WithActions, given: string | undefined, topic: Text): UsageError {
  const names = Object.keys(commands[command].actions)
  const all = names.join(', ')
  if (given === undefined) return new UsageError({ es: `Falta qué hacer con ${topic.es}: ${all}`, en: `Say what to do with ${topic.en}: ${all}` })
  const [meant] = alikeAmong(names.map((one) => [one, one]))(given)
  const [es, en] = [`No existe «${command} ${given}»`, `There is no "${command} ${given}"`]
  if (meant === undefined) return new UsageError({ es: `${es}: se espera ${all}`, en: `${en}: expected ${all}` })
  return new UsageError({ es: `${es}: ¿quería decir ${meant}?`, en: `${en}: did you mean ${meant}?` })
}
