import { existsSync, readFileSync } from 'node:fs'
import { existingKeyId, openSigningKey, type SigningKey } from '../access/signing-key.ts'
import { canonicalJson } from '../certificate/canonical-json.ts'
import { type CertificateError, checkCertificate, type ValidCertificate } from '../certificate/check-certificate.ts'
import { type Config, readConfig } from '../config/config.ts'
import { version } from '../config/version.ts'
import type { Text } from '../errors/language.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { answerCsv } from './answer-text.ts'
import { callService } from './local-service.ts'
import { openState } from './open-state.ts'
import { showResult } from './show-result.ts'
import { changeSigningKeys, keyListText, keyStanding } from './signing-keys.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * `certificate check <file> [--kb …] [--public-key <pem>] [--keys <list>] | key | keys | rotate | revoke <key>`. Trusted keys are that of `--public-key` and that of this installation. A check
 * exits with 0 if the certificate is valid, its key trusted and the verdict the same again; with 3 if the verdict differs; with 1 otherwise.
 */
export async function certificateCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.certificate.options)
  const { language } = terminal
  const [action, file] = positionals
  const show = showResult(terminal, values)
  if (action === 'key') {
    const { id, publicKey } = await ownKey(readConfig(terminal.environment, flagsOf(values)))
    show({ key_id: id, public_key: publicKey }, `${publicKey}${{ es: 'Clave', en: 'Key' }[language]} ${id}`)
    return 0
  }
  if (action === 'keys' || action === 'rotate' || action === 'revoke') {
    const list = await changeSigningKeys(action, { ...values, id: file }, terminal)
    if (values.csv) terminal.out(answerCsv({ items: list.keys }))
    else terminal.out(values.json || action === 'keys' ? JSON.stringify(list, null, 2) : foldedText(keyListText(list, language), terminal.width))
    return 0
  }
  if (action !== 'check') throw wrongAction('certificate', action, { es: 'los certificados', en: 'certificates' })
  if (file === undefined) throw new UsageError({ es: 'Falta el fichero del certificado', en: 'Name the file of the certificate' })
  const publicKey = values['public-key'] === undefined ? undefined : readFileSync(existing(values['public-key']), 'utf8')
  const document = readFileSync(existing(file))
  const standing = await keyStanding(document, { ...values, publicKey }, terminal)
  // The list says which keys are good, so the certificate need not have the one that was given.
  const checked = checkCertificate(document.toString('utf8'), standing === undefined ? publicKey : undefined)
  if (!checked.isValid) {
    const why = invalid[checked.error]
    const text: Text = { es: `No vale: ${why.es}`, en: `Not valid: ${why.en}` }
    terminal.err(values.json ? JSON.stringify({ holds: false, fault: checked.error }) : text[language])
    return 1
  }
  const stands = standing?.(checked.certificate.key_id)
  if (stands?.isGood === false) {
    terminal.err(values.json ? JSON.stringify({ holds: false, fault: stands.why, key_id: checked.certificate.key_id }) : stands.text[language])
    return 1
  }
  const differences = await differencesNow(checked, terminal, values)
  const { key_id, engine_version, kb, as_of } = checked.certificate
  const isSame = differences.length === 0
  const isOwn = publicKey === undefined && (await ownKeyId(readConfig(terminal.environment, flagsOf(values)))) === key_id
  const isTrusted = publicKey !== undefined || isOwn || stands !== undefined
  show(
    {
      holds: true,
      key_id,
      key_trusted: isTrusted,
      key_given: publicKey !== undefined,
      key_standing: stands?.why ?? null,
      engine_version,
      kb,
      as_of,
      same: isSame,
      differences,
    },
    [
      stands === undefined ? trustText(key_id, { isTrusted, isOwn })[language] : stands.text[language],
      verdictText(checked, isTrusted)[language],
      ...(isSame
        ? [{ es: 'Repetido aquí y ahora, el veredicto es el mismo', en: 'Repeated here and now, the verdict is the same' }[language]]
        : [
            { es: 'Repetido aquí y ahora, no es igual:', en: 'Repeated here and now, it is not the same:' }[language],
            ...differences.map((one) => `  ${differenceText(one)[language]}`),
          ]),
    ].join('\n'),
  )
  return !isTrusted ? 1 : isSame ? 0 : 3
}

/** Whether the key that signed is trusted, and why. */
function trustText(id: string, { isTrusted, isOwn }: { readonly isTrusted: boolean; readonly isOwn: boolean }): Text {
  if (!isTrusted)
    return {
      es: `SIN CONFIANZA: firmado con la clave ${id}, que viene en el propio fichero y cualquiera puede haber hecho; pida la suya a quien lo emite (plomada certificate key) y use --public-key`,
      en: `NOT TRUSTED: signed with key ${id}, which comes in the file itself and may be of anybody; ask whoever issued it for theirs (plomada certificate key) and use --public-key`,
    }
  return isOwn
    ? { es: `De confianza: firmado con la clave ${id}, la de esta instalación`, en: `Trusted: signed with key ${id}, the one of this installation` }
    : { es: `De confianza: firmado con la clave ${id}, la indicada`, en: `Trusted: signed with key ${id}, the one that was given` }
}

/** What the certificate says, and of what day, base and program. */
function verdictText({ certificate, answer }: ValidCertificate, isTrusted: boolean): Text {
  const { engine_version, kb, as_of } = certificate
  const base = `${kb.id} ${kb.version} (${kb.sha256.slice(0, 12)})`
  const complies = answer['is_compliant'] === true
  return {
    es: `${isTrusted ? 'Vale' : 'Dice'}: ${complies ? 'CUMPLE' : 'NO CUMPLE'}, a fecha ${as_of}, base ${base}, programa ${engine_version}`,
    en: `${isTrusted ? 'Valid' : 'It says'}: ${complies ? 'COMPLIES' : 'DOES NOT COMPLY'}, as of ${as_of}, knowledge base ${base}, program ${engine_version}`,
  }
}

/** Why a certificate is not valid, as the end of a sentence. */
const invalid: Readonly<Record<CertificateError, Text>> = {
  'not-json': { es: 'no es JSON', en: 'it is not JSON' },
  'no-certificate': {
    es: 'no es una respuesta con certificado (include: ["certificate"])',
    en: 'it is not an answer with a certificate (include: ["certificate"])',
  },
  rewritten: {
    es: 'no está escrito como lo escribe el servicio: algo ha cambiado, aunque solo sea su forma',
    en: 'it is not written as the service writes it: something was changed, if only the layout',
  },
  'no-key': {
    es: 'lo indicado con --public-key no es una clave pública Ed25519 en PEM',
    en: 'the file of --public-key is not an Ed25519 public key in PEM',
  },
  'other-key': { es: 'está firmado con otra clave que la indicada', en: 'it was signed with a key other than the given one' },
  signature: { es: 'la firma no es de este certificado', en: 'the signature is not of this certificate' },
  input: { es: 'la petición no es la que se certificó', en: 'the request is not the one that was certified' },
  answer: { es: 'la respuesta no es la que se certificó', en: 'the answer is not the one that was certified' },
}

interface Difference {
  readonly what: 'base' | 'program' | 'answer'
  /** The field of the answer that differs; empty if there is no answer now. */
  readonly field: string
  readonly before: unknown
  readonly now: unknown
}

/** Repeats the request with this base and program, in the language of certificates, and lists the differences; another program or base, which may explain them, comes first. */
async function differencesNow({ certificate, answer }: ValidCertificate, terminal: Terminal, values: Json): Promise<Difference[]> {
  const { ok, body: now } = await callService({ ...terminal, language: 'es' }, values, () => ({ path: '/api/v1/verify', body: certificate.input }))
  if (!ok) return [{ what: 'answer', field: '', before: answer['result_status'], now: now['code'] }]
  const text = (value: unknown): string => (value === undefined ? '' : canonicalJson(value))
  const fields = [...new Set([...Object.keys(answer), ...Object.keys(now)])].filter((field) => text(answer[field]) !== text(now[field]))
  if (fields.length === 0) return []
  return [
    ...(certificate.engine_version === version ? [] : [{ what: 'program' as const, field: '', before: certificate.engine_version, now: version }]),
    ...fields.map((field) => ({ what: field === 'kb' ? ('base' as const) : ('answer' as const), field, before: answer[field], now: now[field] })),
  ]
}

function differenceText({ what, field, before, now }: Difference): Text {
  const short = (value: unknown, none: string): string => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? none)
    return text.length > 160 ? `${text.slice(0, 160)}…` : text
  }
  const names = {
    program: { es: 'otro programa', en: 'another program' },
    base: { es: 'otra base', en: 'another knowledge base' },
    answer: field === '' ? { es: 'otra respuesta', en: 'another answer' } : { es: field, en: field },
  }
  const { es, en } = names[what]
  return {
    es: `${es}: entonces ${short(before, 'nada')}, ahora ${short(now, 'nada')}`,
    en: `${en}: then ${short(before, 'nothing')}, now ${short(now, 'nothing')}`,
  }
}

function existing(file: string): string {
  if (!existsSync(file)) throw new UsageError({ es: `No existe ${file}`, en: `${file} does not exist` })
  return file
}

/** The signing key of this installation: of the data folder, or of all nodes. */
async function ownKey(config: Config): Promise<Pick<SigningKey, 'id' | 'publicKey'>> {
  if (config.stateUrl === undefined) return openSigningKey(config.dataFolder)
  const store = await openState(config)
  try {
    return store.signingKey()
  } finally {
    await store.close()
  }
}

async function ownKeyId(config: Config): Promise<string | undefined> {
  return config.stateUrl === undefined ? existingKeyId(config.dataFolder) : (await ownKey(config)).id
}
