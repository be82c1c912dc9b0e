import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { exportedLines, provenLines } from '../access/audit-export.ts'
import type { ExternalMark } from '../access/audit-line.ts'
import { keyIdOfPem } from '../access/audit-signature.ts'
import { verifyAll } from '../access/audit-verification.ts'
import type { Store } from '../access/store.ts'
import { readConfig } from '../config/config.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { answerCsv } from './answer-text.ts'
import { auditCsv } from './audit-csv.ts'
import { countedLines, verificationText } from './audit-text.ts'
import { openNew } from './new-file.ts'
import { openState } from './open-state.ts'
import { progressNames } from './progress-names.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'
import { progressOf } from './time-left.ts'

type Values = ReturnType<typeof parse<typeof commands.audit.options>>['values']

/** `audit verify | export` */
export async function auditCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.audit.options)
  const [action] = positionals
  if (values.csv && values.proof)
    throw new UsageError({
      es: 'La firma de --proof es de las líneas en JSON: sobra --csv',
      en: 'The signature of --proof is of the lines as JSON: leave out --csv',
    })
  const store = await openState(readConfig(terminal.environment, flagsOf(values)))
  try {
    if (action === 'verify') return await verifyLines(store, values, terminal)
    if (action === 'export') return await exportLines(store, values, terminal)
    throw wrongAction('audit', action, { es: 'el registro de auditoría', en: 'the audit' })
  } finally {
    await store.close()
  }
}

async function verifyLines({ audit }: Store, values: Values, terminal: Terminal): Promise<number> {
  const { out, language, width } = terminal
  const progress = progressOf(terminal, progressNames.auditVerify)
  const checks = await verifyAll(audit, (values.mark ?? []).map(readMark), (values['public-key'] ?? []).map(readPublicKey), progress)
  const publicKey = await audit.publicKey()
  const shown = checks.map((check) => ({
    ...check,
    broken: check.broken ?? null,
    head: check.head ?? null,
    signed_through: check.signed_through ?? null,
  }))
  const value = shown.length === 1 && shown[0]?.node === undefined ? shown[0] : shown
  const told = checks.map((check) => verificationText(check, publicKey, language)).join('\n\n')
  // A mark is copied from the screen: it stays on one line.
  const fitted = told.split('\n').map((line) => (hash.test(line) ? line : foldedText(line, width)))
  if (values.csv) out(answerCsv({ items: shown }))
  else out(values.json ? JSON.stringify(value, null, 2) : fitted.join('\n'))
  return checks.every(({ broken }) => broken === undefined) ? 0 : 1
}

const hash = /[0-9a-f]{64}/

async function exportLines({ audit }: Store, values: Values, terminal: Terminal): Promise<number> {
  const { out, err, language } = terminal
  const days = { from: dayFrom('--from', values.from), to: dayFrom('--to', values.to) }
  const exported = values.proof ? provenLines(audit, days) : exportedLines(audit, days)
  const lines = values.csv ? auditCsv(exported) : exported
  if (values.out === undefined) {
    for await (const line of lines) out(line)
    return 0
  }
  const headings = values.csv ? 1 : 0
  const progress = progressOf(terminal, progressNames.auditExport)
  // How many lines there are of some days is not known before they are read.
  const total = days.from === undefined && days.to === undefined ? await audit.count() : 0
  const count = (await writeLines(values.out, lines, (done) => progress?.(done, total))) - headings
  err(values.json ? JSON.stringify({ file: values.out, lines: count }) : `${values.out}: ${countedLines(count)[language]}`)
  return 0
}

async function writeLines(file: string, lines: AsyncIterable<string>, progressed: (done: number) => void): Promise<number> {
  // The file has names and addresses: only its owner may read it, and it never replaces another file.
  const stream = createWriteStream('', { fd: openNew(file) })
  const done = finished(stream)
  let count = 0
  for await (const line of lines) {
    progressed(++count)
    if (!stream.write(`${line}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await done
  return count
}

function readMark(text: string): ExternalMark {
  const [, seq, hash, day] = /^(\d{1,15}):([0-9a-f]{64})(?::(\d{4}-\d{2}-\d{2}))?$/.exec(text) ?? []
  if (seq === undefined || hash === undefined || Number.isNaN(Date.parse(day ?? '2026-01-01')))
    throw new UsageError({
      es: `No se entiende --mark «${text}»: se espera lo que imprimió «audit verify», número:hash:fecha`,
      en: `Cannot read --mark "${text}": expected what "audit verify" printed, number:hash:date`,
    })
  // The mark may be from any moment of its day: the last one is the safe assumption.
  return { seq: Number(seq), hash, at: day === undefined ? undefined : `${day}T23:59:59.999Z` }
}

function readPublicKey(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    keyIdOfPem(pem)
    return pem
  } catch (error) {
    throw new UsageError(
      {
        es: `No se entiende --public-key «${file}»: se espera una clave pública PEM`,
        en: `Cannot read --public-key "${file}": expected a public key in PEM`,
      },
      { cause: error },
    )
  }
}

function dayFrom(flag: string, text: string | undefined): string | undefined {
  if (text !== undefined && !(/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))))
    throw new UsageError({
      es: `No se entiende ${flag} «${text}»: se espera una fecha, AAAA-MM-DD`,
      en: `Cannot read ${flag} "${text}": expected a date, YYYY-MM-DD`,
    })
  return text
}
