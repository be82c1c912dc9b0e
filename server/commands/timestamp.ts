import { closeSync, existsSync, readFileSync, writeSync } from 'node:fs'
import { checkTimestamp, type Timestamp, type TimestampError, timestampRequest } from '../certificate/timestamp.ts'
import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { commands } from '../usage/commands.ts'
import { wrongAction } from './actions.ts'
import { openNew } from './new-file.ts'
import { showResult } from './show-result.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

/** Why a time stamp proves nothing, as the end of a sentence. */
export const timestampErrors: Readonly<Record<TimestampError, Text>> = {
  'not-a-response': { es: 'no es una respuesta de sellado (RFC 3161)', en: 'it is no time stamp response (RFC 3161)' },
  'not-granted': { es: 'la autoridad lo ha denegado', en: 'the authority refused it' },
  'not-a-request': { es: 'la petición (.tsq) no lo es', en: 'the request (.tsq) is none' },
  'other-document': { es: 'es de otro documento, o este ha cambiado', en: 'it is of another document, or this one was changed' },
  'other-request': { es: 'responde a otra petición', en: 'it answers another request' },
  'no-certificate': { es: 'no lleva el certificado de quien lo firma', en: 'it lacks the certificate of its signer' },
  'not-for-time': {
    es: 'el certificado de quien lo firma no es solo para sellos de tiempo',
    en: 'the certificate of its signer is not for time stamps alone',
  },
  signature: { es: 'la firma no es suya', en: 'the signature is not of it' },
  authority: { es: 'no lo firma la autoridad indicada, o no valía entonces', en: 'the given authority did not sign it, or was not valid then' },
}

const mostAnswerBytes = 1024 * 1024
const answerWithinMs = 30_000

/**
 * `timestamp request FILE`: writes `FILE.tsq`, without a network. `timestamp check FILE`: checks `FILE.tsr` against file and request. `timestamp get FILE --url`:
 * asks an authority, checks its answer and writes it as `FILE.tsr`. The document itself is never sent: only its hash.
 */
export async function timestampCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.timestamp.options)
  const [action, file] = positionals
  if (action !== 'request' && action !== 'check' && action !== 'get')
    throw wrongAction('timestamp', action, { es: 'los sellos de tiempo', en: 'time stamps' })
  if (file === undefined) throw new UsageError({ es: 'Falta el fichero que se sella', en: 'Name the file that is stamped' })
  const document = read(file)
  const [requestFile, responseFile] = [`${file}.tsq`, `${file}.tsr`]
  const authorities = values.tsa === undefined ? undefined : [read(values.tsa).toString('utf8')]
  const shown = showResult(terminal, values)
  const show = (value: unknown, text: Text): void => shown(value, text[terminal.language])
  if (action === 'request') {
    writeNew(requestFile, timestampRequest(document))
    show(
      { request: requestFile },
      {
        es: `Petición en ${requestFile}: envíela a una autoridad de sellado y guarde la respuesta como ${responseFile}`,
        en: `Request in ${requestFile}: send it to a time stamping authority and keep the answer as ${responseFile}`,
      },
    )
    return 0
  }
  const request = existsSync(requestFile) ? readFileSync(requestFile) : undefined
  if (action === 'check') return told(checkTimestamp(read(responseFile), document, { request, authorities }), show, terminal)
  const asked = request ?? timestampRequest(document)
  const response = await ask(values.url, asked)
  const checked = checkTimestamp(response, document, { request: asked, authorities })
  if (checked.isValid) {
    if (request === undefined) writeNew(requestFile, asked)
    writeNew(responseFile, response)
  }
  return told(checked, show, terminal)
}

function told(checked: ReturnType<typeof checkTimestamp>, show: (value: unknown, text: Text) => void, { err, language }: Terminal): number {
  if (!checked.isValid) {
    const why = timestampErrors[checked.error]
    err({ es: `El sello de tiempo no vale: ${why.es}`, en: `The time stamp is not valid: ${why.en}` }[language])
    return 1
  }
  show(checked, stampText(checked))
  return checked.isTrusted ? 0 : 1
}

function stampText({ at, authority, serial, isTrusted }: Timestamp): Text {
  return isTrusted
    ? { es: `Existía el ${at}, según ${authority} (sello ${serial})`, en: `It was there on ${at}, says ${authority} (stamp ${serial})` }
    : {
        es: `SIN CONFIANZA: dice que existía el ${at}, según ${authority}; indique con --tsa la autoridad en que confía`,
        en: `NOT TRUSTED: it says that it was there on ${at}, says ${authority}; give the authority that you trust with --tsa`,
      }
}

async function ask(url: string | undefined, request: Buffer): Promise<Buffer> {
  if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError({
      es: 'Falta --url, la dirección http(s) de la autoridad de sellado',
      en: 'Give --url, the http(s) address of the time stamping authority',
    })
  try {
    const headers = { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' }
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(request),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (!response.ok) throw new OperatorError({ es: `${url} responde ${response.status}`, en: `${url} answers ${response.status}` })
    return Buffer.from(await (await response.blob()).slice(0, mostAnswerBytes).arrayBuffer())
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError({ es: `No se alcanza ${url}`, en: `${url} cannot be reached` }, { cause: error })
  }
}

function writeNew(file: string, bytes: Buffer): void {
  const handle = openNew(file)
  try {
    writeSync(handle, bytes)
  } finally {
    closeSync(handle)
  }
}

function read(file: string): Buffer {
  if (!existsSync(file)) throw new UsageError({ es: `No existe ${file}`, en: `${file} does not exist` })
  return readFileSync(file)
}
