import { exitCode } from './commands/exit-code.ts'
import type { Terminal } from './commands/terminal.ts'
import { Interrupted, UsageError, withoutControls } from './commands/terminal.ts'
import { isColoured } from './config/colour.ts'
import { languageFrom } from './config/language.ts'
import { errorText } from './errors/error-text.ts'
import type { commands as usages } from './usage/commands.ts'

type Command = (args: readonly string[], terminal: Terminal) => number | Promise<number>

/** Loads only the code of the command that runs. */
const commands: Readonly<Record<keyof typeof usages, () => Promise<Command>>> = {
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
  timestamp: async () => (await import('./commands/timestamp.ts')).timestampCommand,
  ficha: async () => (await import('./commands/ficha.ts')).fichaCommand,
  batch: async () => (await import('./commands/batch.ts')).batchCommand,
  hulc: async () => (await import('./commands/hulc.ts')).hulcCommand,
  ifc: async () => (await import('./commands/ifc.ts')).ifcCommand,
  project: async () => (await import('./commands/project.ts')).projectCommand,
  office: async () => (await import('./commands/office.ts')).officeCommand,
  library: async () => (await import('./commands/library.ts')).libraryCommand,
  ask: async () => (await import('./commands/query.ts')).askCommand,
  search: async () => (await import('./commands/query.ts')).searchCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  completion: async () => (await import('./commands/usage.ts')).completionCommand,
  man: async () => (await import('./commands/usage.ts')).manCommand,
}

/** Runs one command and resolves to its exit code, one of `exitCode`. */
export async function runCli(args: readonly string[], given: Omit<Terminal, 'language'>): Promise<number> {
  const language = languageFrom(args, given.environment)
  const terminal = withoutControls(
    Object.create(given, { language: { value: language } }) as Terminal,
    isColoured(args, given.environment, given.width !== undefined),
  )
  const [name = 'help', ...rest] = args
  try {
    return await run(name, rest, terminal)
  } catch (error) {
    // As a shell tells that Ctrl+C ended a program.
    if (error instanceof Interrupted) return exitCode.interrupted
    if (error instanceof UsageError) {
      const [{ commandNames }, { foldedText }] = await Promise.all([import('./usage/usages.ts'), import('./commands/text-table.ts')])
      const known = commandNames.includes(name) ? ` ${name}` : ''
      terminal.err(foldedText(error.detail[language], terminal.width), 'bad')
      terminal.err({ es: `Ayuda: plomada${known} --help`, en: `Help: plomada${known} --help` }[language])
      return 2
    }
    const { storageErrorAdvice, storageErrorKind } = await import('./access/storage-error.ts')
    const kind = storageErrorKind(error)
    const { foldedText } = await import('./commands/text-table.ts')
    const text = `${errorText(error)[language]}${kind === undefined ? '' : `: ${storageErrorAdvice(kind)[language]}`}`
    terminal.err(foldedText(text, terminal.width), 'bad')
    return 1
  }
}

async function run(name: string, args: readonly string[], terminal: Terminal): Promise<number> {
  const asksHelp = args.includes('--help') || args.includes('-h')
  if (name === '--version' || name === '-V') return await (await import('./commands/usage.ts')).versionCommand(args, terminal)
  if (['help', '--help', '-h'].includes(name)) return await (await import('./commands/usage.ts')).helpCommand(args[0], terminal)
  if (asksHelp) return await (await import('./commands/usage.ts')).helpCommand(name, terminal)
  if (Object.hasOwn(commands, name)) return await (await commands[name as keyof typeof commands]())(args, terminal)
  const made = (await import('./commands/operation.ts')).operationCommand(name)
  if (made !== undefined) return await made(args, terminal)
  throw (await import('./commands/usage.ts')).unknownCommand(name)
}
