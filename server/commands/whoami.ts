import { readConfig } from '../config/config.ts'
import { commands } from '../usage/commands.ts'
import { describe } from './key.ts'
import { openState } from './open-state.ts'
import { showResult } from './show-result.ts'
import { flagsOf, parse, type Terminal } from './terminal.ts'

/** `whoami`: which key of this installation `PLOMADA_KEY` is, and what it may do; without it, for whom the command line acts. */
export async function whoamiCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, commands.whoami.options)
  const show = showResult(terminal, values)
  const config = readConfig(terminal.environment, flagsOf(values))
  const { PLOMADA_KEY: text = '' } = terminal.environment
  if (text === '') {
    const { stateUrl, dataFolder } = config
    const where =
      stateUrl === undefined
        ? { es: dataFolder, en: dataFolder }
        : { es: 'la base de datos de PLOMADA_STATE_URL', en: 'the database of PLOMADA_STATE_URL' }
    const told = {
      es: `La línea de órdenes actúa sin clave, con todos los permisos, sobre ${where.es}. Con una clave en PLOMADA_KEY dice cuál es`,
      en: `The command line acts without a key, with all scopes, on ${where.en}. With a key in PLOMADA_KEY this tells which one it is`,
    }[terminal.language]
    show({ kind: 'terminal', key: null }, told)
    return 0
  }
  const store = await openState(config)
  try {
    const key = await store.keys.authenticate(text)
    // A table has no parts: the key is its row.
    show(values.csv ? { kind: 'key', ...key } : { kind: 'key', key }, describe(key, terminal.language))
    return 0
  } finally {
    await store.close()
  }
}
