import { storageErrorAdvice, storageErrorKind } from './access/storage-error.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
import { certificateCommand } from './commands/certificate.ts'
import { describeCommand } from './commands/describe.ts'
import { fichaCommand } from './commands/ficha.ts'
import { help } from './commands/help.ts'
import { hulcCommand } from './commands/hulc.ts'
import { ifcCommand } from './commands/ifc.ts'
import { kbCommand } from './commands/kb.ts'
import { keyCommand } from './commands/key.ts'
import { projectCommand } from './commands/project.ts'
import { askCommand, searchCommand, verifyCommand } from './commands/query.ts'
import { requirementsCommand } from './commands/requirements.ts'
import { serveCommand } from './commands/serve.ts'
import { type Terminal, UsageError, withoutControls } from './commands/terminal.ts'
import { languageFrom } from './config/language.ts'
import { errorText } from './errors/error-text.ts'

/** Runs one command and resolves to its exit code: 0 success, 1 failure, 2 wrong usage, 3 if something does not comply. */
export async function runCli(args: readonly string[], given: Omit<Terminal, 'language'>): Promise<number> {
  const language = languageFrom(args, given.environment)
  const terminal = withoutControls({ ...given, language })
  const [command = 'help', ...rest] = args
  try {
    switch (command) {
      case 'serve':
        return await serveCommand(rest, terminal)
      case 'key':
        return keyCommand(rest, terminal)
      case 'audit':
        return await auditCommand(rest, terminal)
      case 'kb':
        return kbCommand(rest, terminal)
      case 'backup':
        return backupCommand(rest, terminal)
      case 'restore':
        return restoreCommand(rest, terminal)
      case 'verify':
        return await verifyCommand(rest, terminal)
      case 'describe':
        return await describeCommand(rest, terminal)
      case 'exigencias':
        return await requirementsCommand(rest, terminal)
      case 'certificate':
        return await certificateCommand(rest, terminal)
      case 'ficha':
        return await fichaCommand(rest, terminal)
      case 'batch':
        return await batchCommand(rest, terminal)
      case 'hulc':
        return await hulcCommand(rest, terminal)
      case 'ifc':
        return await ifcCommand(rest, terminal)
      case 'project':
        return await projectCommand(rest, terminal)
      case 'ask':
        return await askCommand(rest, terminal)
      case 'search':
        return await searchCommand(rest, terminal)
      case 'help':
      case '--help':
      case '-h':
        terminal.out(help[language])
        return 0
      default:
        throw new UsageError({ es: `No existe la orden «${command}»`, en: `Unknown command "${command}"` })
    }
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.detail[language]}\n\n${help[language]}`)
      return 2
    }
    const kind = storageErrorKind(error)
    terminal.err(`${errorText(error)[language]}${kind === undefined ? '' : `: ${storageErrorAdvice(kind)[language]}`}`)
    return 1
  }
}
