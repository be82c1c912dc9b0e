import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { exportedLines, provenLines } from '../access/audit-export.ts'
import type { ExternalMark } from '../access/audit-line.ts'
import { keyIdOfPem } from '../access/audit-signature.ts'
import { type AuditVerification, type BreakReason, verifyAll } from '../access/audit-verification.ts'
import { readConfig } from '../config/config.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { openNew } from './new-file.ts'
import { openState } from './open-state.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `audit verify | export` */
export async function auditCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.audit.options)
  const store = await openState(readConfig(terminal.environment, flagsOf(values)))
  try {
    switch (positionals[0]) {
      case 'verify': {
        const checks = await verifyAll(store.audit, (values.mark ?? []).map(readMark), (values['public-key'] ?? []).map(readPublicKey))
        const publicKey = await store.audit.publicKey()
        const shown = checks.map((check) => ({
          ...check,
          broken: check.broken ?? null,
          head: check.head ?? null,
          signed_through: check.signed_through ?? null,
        }))
        const told = checks.map((check) => `${check.node === undefined ? '' : `Nodo ${check.node}\n`}${describe(check, publicKey)}`)
        terminal.out(values.json ? JSON.stringify(shown.length === 1 && shown[0]?.node === undefined ? shown[0] : shown, null, 2) : told.join('\n\n'))
        return checks.every(({ broken }) => broken === undefined) ? 0 : 1
      }
      case 'export': {
        const days = { from: dayFrom('--from', values.from), to: dayFrom('--to', values.to) }
        const lines = values.proof ? provenLines(store.audit, days) : exportedLines(store.audit, days)
        if (values.out === undefined) {
          for await (const line of lines) terminal.out(line)
          return 0
        }
        const count = await writeLines(values.out, lines)
        terminal.err(values.json ? JSON.stringify({ file: values.out, lines: count }) : `${values.out}: ${counted(count)}`)
        return 0
      }
      default:
        throw wrongAction('audit', positionals[0], { es: 'el registro de auditoría', en: 'the audit' })
    }
  } finally {
    await store.close()
  }
}

const causes: Readonly<Record<BreakReason, string>> = {
  changed: 'no es la que se escribió, o no sigue a la anterior',
  missing: 'falta',
  cut: 'falta: se anotó y ya no está, o el principio no es el que era',
  signature: 'no lleva una firma de esta instalación, o le falta la anterior; si la clave se cambió, dé también la de antes con --public-key',
  unsigned: 'y las que siguen no están firmadas',
}

function describe({ lines, head, broken, signed_through }: AuditVerification, publicKey: string | undefined): string {
  if (broken !== undefined) return `Registro alterado: la línea ${broken.seq} ${causes[broken.why]}. Antes de ella, ${counted(lines)} en orden`
  if (head === undefined) return 'El registro está vacío'
  const mark = `${head.seq}:${head.hash}:${head.at.slice(0, 10)}`
  const signed = signed_through === undefined ? 'ninguna línea todavía' : `hasta la línea ${signed_through}`
  return [
    `Registro íntegro: ${counted(lines)}`,
    ...(publicKey === undefined ? [] : [`Firmado: ${signed}, con la clave ${keyIdOfPem(publicKey)}`]),
    `Última: ${mark}`,
    `Anótela fuera de este equipo, con su fecha; «plomada audit verify --mark ${head.seq}:…» comprobará que sigue estando`,
  ].join('\n')
}

function counted(lines: number): string {
  return lines === 1 ? '1 línea' : `${lines} líneas`
}

async function writeLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  // The file has names and addresses: only its owner may read it, and it never replaces another file.
  const stream = createWriteStream('', { fd: openNew(file) })
  const done = finished(stream)
  let count = 0
  for await (const line of lines) {
    count++
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
