import { existsSync, readFileSync } from 'node:fs'
import { existingKeyId, openSigningKey } from '../access/signing-key.ts'
import { canonicalJson } from '../certificate/canonical-json.ts'
import { type CertificateError, checkCertificate, type ValidCertificate } from '../certificate/check-certificate.ts'
import { readConfig } from '../config/config.ts'
import { version } from '../config/version.ts'
import { callService } from './local.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

type Json = Readonly<Record<string, unknown>>

/** `certificate check <fichero> [--kb …] [--public-key <pem>] | key`. Checking exits 0 where it holds by a trusted key (the one given, or that of this installation) and the verdict is the same again, 3 where something differs, 1 where it does not hold or its key is not trusted. */
export async function certificateCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, { 'public-key': { type: 'string' } })
  const [action, file] = positionals
  const show = (value: unknown, text: string): void => terminal.out(values.json ? JSON.stringify(value, null, 2) : text)
  if (action === 'key') {
    const { id, publicKey } = openSigningKey(readConfig(terminal.environment, flagsOf(values)).dataFolder)
    show({ key_id: id, public_key: publicKey }, `${publicKey}Clave ${id}`)
    return 0
  }
  if (action !== 'check' || file === undefined) throw new UsageError('Falta qué hacer con los certificados: check FICHERO o key')
  const publicKey = values['public-key'] === undefined ? undefined : readFileSync(existing(values['public-key']), 'utf8')
  const checked = checkCertificate(readFileSync(existing(file), 'utf8'), publicKey)
  if (!checked.isValid) {
    terminal.err(values.json ? JSON.stringify({ holds: false, fault: checked.error }) : `No vale: ${faults[checked.error]}`)
    return 1
  }
  const differences = await differencesNow(checked, terminal, values)
  const { key_id, engine_version, kb, as_of } = checked.certificate
  const isSame = differences.length === 0
  const isOwn = publicKey === undefined && existingKeyId(readConfig(terminal.environment, flagsOf(values)).dataFolder) === key_id
  const isTrusted = publicKey !== undefined || isOwn
  show(
    { holds: true, key_id, key_trusted: isTrusted, key_given: publicKey !== undefined, engine_version, kb, as_of, same: isSame, differences },
    [
      isTrusted
        ? `De confianza: firmado con la clave ${key_id}, ${isOwn ? 'la de esta instalación' : 'la indicada'}`
        : `SIN CONFIANZA: firmado con la clave ${key_id}, que viene en el propio fichero y cualquiera puede haber hecho; pida la suya a quien lo emite (plomada certificate key) y use --public-key`,
      `${isTrusted ? 'Vale' : 'Dice'}: ${checked.answer['is_compliant'] === true ? 'CUMPLE' : 'NO CUMPLE'}, a fecha ${as_of}, base ${kb.id} ${kb.version} (${kb.sha256.slice(0, 12)}), programa ${engine_version}`,
      ...(isSame
        ? ['Repetido aquí y ahora, el veredicto es el mismo']
        : ['Repetido aquí y ahora, no es igual:', ...differences.map((one) => `  ${textOf(one)}`)]),
    ].join('\n'),
  )
  return !isTrusted ? 1 : isSame ? 0 : 3
}

const faults: Readonly<Record<CertificateError, string>> = {
  'not-json': 'no es JSON',
  'no-certificate': 'no es una respuesta con certificado (include: ["certificate"])',
  rewritten: 'no está escrito como lo escribe el servicio: algo ha cambiado, aunque solo sea su forma',
  'no-key': 'lo indicado con --public-key no es una clave pública Ed25519 en PEM',
  'other-key': 'está firmado con otra clave que la indicada',
  signature: 'la firma no es de este certificado',
  input: 'la petición no es la que se certificó',
  answer: 'la respuesta no es la que se certificó',
}

interface Difference {
  readonly what: 'base' | 'program' | 'answer'
  /** The field of the answer; empty where there is no answer now. */
  readonly field: string
  readonly before: unknown
  readonly now: unknown
}

/** Puts the case again to the base and the program that are here. Where the answer differs, what may explain it comes first. */
async function differencesNow({ certificate, answer }: ValidCertificate, terminal: Terminal, values: Json): Promise<Difference[]> {
  const { ok, body: now } = await callService(terminal, values, '/api/v1/verify', certificate.input)
  if (!ok) return [{ what: 'answer', field: '', before: answer['result_status'], now: now['code'] }]
  const text = (value: unknown): string => (value === undefined ? '' : canonicalJson(value))
  const fields = [...new Set([...Object.keys(answer), ...Object.keys(now)])].filter((field) => text(answer[field]) !== text(now[field]))
  if (fields.length === 0) return []
  return [
    ...(certificate.engine_version === version ? [] : [{ what: 'program' as const, field: '', before: certificate.engine_version, now: version }]),
    ...fields.map((field) => ({ what: field === 'kb' ? ('base' as const) : ('answer' as const), field, before: answer[field], now: now[field] })),
  ]
}

function textOf({ what, field, before, now }: Difference): string {
  const short = (value: unknown): string => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nada')
    return text.length > 160 ? `${text.slice(0, 160)}…` : text
  }
  const name = what === 'program' ? 'otro programa' : what === 'base' ? 'otra base' : field === '' ? 'otra respuesta' : field
  return `${name}: entonces ${short(before)}, ahora ${short(now)}`
}

function existing(file: string): string {
  if (!existsSync(file)) throw new UsageError(`No existe ${file}`)
  return file
}
