import { storageErrorAdvice, storageErrorKind } from './access/storage-error.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommand, restoreCommand } from './commands/backup.ts'
import { batchCommand } from './commands/batch.ts'
import { certificateCommand } from './commands/certificate.ts'
import { fichaCommand } from './commands/ficha.ts'
import { kbCommand } from './commands/kb.ts'
import { keyCommand } from './commands/key.ts'
import { projectCommand } from './commands/project.ts'
import { askCommand, searchCommand, verifyCommand } from './commands/query.ts'
import { serveCommand } from './commands/serve.ts'
import { plainly, type Terminal, UsageError } from './commands/terminal.ts'
import { ServiceError } from './errors/service-error.ts'

const help = `plomada: normativa técnica de la edificación, con o sin red

  plomada serve [--lan] [--host H [--insecure-http]] [--port N] [--data CARPETA] [--kb FICHERO] [--tls-cert F --tls-key F] [--allow-host NOMBRE,…] [--rate N] [--audit-days N] [--audit-mb N] [--audit-sink FICHERO]
                [--projects N] [--projects-mb N]
                [--ask-url URL --ask-model MODELO [--ask-any-address yes]]
  plomada key add --name N [--scope read,verify,ask] [--expires 90d|never]
  plomada key list | revoke <número|prefijo|nombre> | rotate <…>
  plomada audit verify [--mark N:HASH:FECHA]… [--public-key CLAVE.pem]…
  plomada audit export [--out FICHERO] [--from AAAA-MM-DD] [--to AAAA-MM-DD]
  plomada kb info | check | list | rollback
  plomada kb install FICHERO.kbpack [--signature FICHERO.minisig]
  plomada kb trust [FICHERO.pub]
  plomada kb keygen [--out NOMBRE]
  plomada backup <fichero|carpeta> | restore <fichero>
  plomada verify --element E --parameter P --value V --unit U --geo ES-28079 [--code cte-db-he]… [--context campo=valor]… [--as-of AAAA-MM-DD] [--trace]
                 [--certificate FICHERO]
  plomada certificate check FICHERO [--kb BASE] [--public-key CLAVE.pem] | key
  plomada batch FICHERO|- [--geo ES-28079] [--format ndjson|csv] [--out FICHERO] [--progress]
                FICHERO: una comprobación por línea, en NDJSON o en tabla con títulos (elemento, parámetro, valor, unidad; lugar y
                condiciones si hacen falta; separada por ; , o tabulador). En CSV el resultado lleva ; y coma decimal
  plomada project list | export ID [--out FICHERO] | import FICHERO | delete ID
  plomada ficha PROYECTO.json [--format pdf|csv|json] [--out FICHERO] [--date AAAA-MM-DD] [--force]
  plomada ask "pregunta" [--geo ES-28079]
  plomada search "palabras" [--collection cte] [--document cte-db-he] [--limit N]

Todas admiten --json. Salida: 0 bien, 1 fallo, 2 uso incorrecto. verify, batch y ficha salen con 3 si algo no cumple; certificate check, si vale y algo difiere;
batch y ficha, con 1 si nada incumple pero algo queda sin decidir; batch, también si no hay nada que comprobar.`

/** Runs one command and returns its exit code: 0 success, 1 error, 2 wrong usage, 3 a verdict NON_COMPLIANT. */
export async function runCli(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = plainly(given)
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
      case 'certificate':
        return await certificateCommand(rest, terminal)
      case 'ficha':
        return await fichaCommand(rest, terminal)
      case 'batch':
        return await batchCommand(rest, terminal)
      case 'project':
        return await projectCommand(rest, terminal)
      case 'ask':
        return await askCommand(rest, terminal)
      case 'search':
        return await searchCommand(rest, terminal)
      case 'help':
      case '--help':
      case '-h':
        terminal.out(help)
        return 0
      default:
        throw new UsageError(`No existe la orden «${command}»`)
    }
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${help}`)
      return 2
    }
    const kind = storageErrorKind(error)
    if (error instanceof ServiceError) terminal.err(error.detail.es)
    else terminal.err(`${error instanceof Error ? error.message : String(error)}${kind === undefined ? '' : `: ${storageErrorAdvice(kind).es}`}`)
    return 1
  }
}
