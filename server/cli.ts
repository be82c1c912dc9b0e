import { help } from './commands/help.ts'
import { type Terminal, UsageError, withoutControls } from './commands/terminal.ts'
import { languageFrom } from './config/language.ts'
import { errorText } from './errors/error-text.ts'

type Command = (args: readonly string[], terminal: Terminal) => number | Promise<number>

/** Loads only the code of the command that runs. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  key: async () => (await import('./commands/key.ts')).keyCommand,
  whoami: async () => (await import('./commands/whoami.ts')).whoamiCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  kb: async () => (await import('./commands/kb.ts')).kbCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/backup.ts')).restoreCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  describe: async () => (await import('./commands/describe.ts')).describeCommand,
  exigencias: async () => (await import('./commands/requirements.ts')).requirementsCommand,
  certificate: async () => (await import('./commands/certificate.ts')).certificateCommand,
  ficha: async () => (await import('./commands/ficha.ts')).fichaCommand,
  batch: async () => (await import('./commands/batch.ts')).batchCommand,
  hulc: async () => (await import('./commands/hulc.ts')).hulcCommand,
  ifc: async () => (await import('./commands/ifc.ts')).ifcCommand,
  project: async () => (await import('./commands/project.ts')).projectCommand,
  office: async () => (await import('./commands/office.ts')).officeCommand,
  ask: async () => (await import('./commands/query.ts')).askCommand,
  search: async () => (await import('./commands/query.ts')).searchCommand,
}

/** Runs one command and resolves to its exit code: 0 success, 1 failure, 2 wrong usage, 3 if something does not comply. */
export async function runCli(args: readonly string[], given: Omit<Terminal, 'language'>): Promise<number> {
  const language = languageFrom(args, given.environment)
  const terminal = withoutControls({ ...given, language })
  const [command = 'help', ...rest] = args
  try {
    if (command === 'help' || command === '--help' || command === '-h') {
      terminal.out(help[language])
      return 0
    }
    const load = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (load === undefined) throw new UsageError({ es: `No existe la orden «${command}»`, en: `Unknown command "${command}"` })
    return await (await load())(rest, terminal)
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.detail[language]}\n\n${help[language]}`)
      return 2
    }
    const { storageErrorAdvice, storageErrorKind } = await import('./access/storage-error.ts')
    const kind = storageErrorKind(error)
    terminal.err(`${errorText(error)[language]}${kind === undefined ? '' : `: ${storageErrorAdvice(kind)[language]}`}`)
    return 1
  }
}
