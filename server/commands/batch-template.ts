import { existsSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import { checksTemplate } from '../batch/checks-template.ts'
import { writeXlsx } from '../batch/write-xlsx.ts'
import { openLocal } from './local-service.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** `batch --template`: writes an empty table of checks to fill in. Never replaces a file, which may be filled in already. */
export async function writeTemplate(file: string, values: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<number> {
  if (extname(file).toLowerCase() !== '.xlsx')
    throw new UsageError({ es: `--template «${file}»: se espera un fichero .xlsx`, en: `--template "${file}": expected an .xlsx file` })
  if (existsSync(file))
    throw new UsageError({
      es: `--template «${file}»: ya existe y puede estar rellena; elija otro nombre`,
      en: `--template "${file}": it exists and may be filled in; choose another name`,
    })
  const local = await openLocal(terminal, values, 'nothing-stored')
  try {
    writeFileSync(file, writeXlsx(checksTemplate(local.kb.book.dimensions, terminal.language)), { flag: 'wx' })
    terminal.err({ es: `Plantilla escrita: ${file}`, en: `Template written: ${file}` }[terminal.language])
    return 0
  } finally {
    await local.close()
  }
}
