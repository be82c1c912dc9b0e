import { join } from 'node:path'
import { storageErrorAdvice } from '../access/storage-error.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Text } from '../errors/language.ts'
import type { NetworkState } from '../http/network.ts'
import { isLoopback } from '../http/private-network.ts'
import { scopes } from '../operations/operation.ts'
import { verify } from '../operations/verify.ts'
import { openService } from '../service.ts'
import { issueFirstKey } from './first-key.ts'
import { logLines } from './log-lines.ts'
import { untilStopped } from './stop.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `serve`: listens until SIGINT or SIGTERM. The first start issues one key and prints it with a command to try. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, { quiet: { type: 'boolean', default: false }, lan: { type: 'boolean' }, 'insecure-http': { type: 'boolean' } })
  const config = readConfig(terminal.environment, {
    ...flagsOf(values),
    ...(values.lan ? { lan: 'yes' } : {}),
    ...(values['insecure-http'] ? { 'insecure-http': 'yes' } : {}),
  })
  rejectOpenHttp(config, terminal)
  const printed = logLines((text) => terminal.err(text))
  // Also if the process ends by an unexpected error.
  process.once('exit', printed.flush)
  const service = openService(config, (line) => {
    if (!values.quiet || line.error !== undefined) printed.add(JSON.stringify(line))
  })
  const { store, pages, network } = service
  const { storageError } = store
  const first = issueFirstKey(store, scopes)
  if (storageError !== undefined) terminal.err(readOnlyNotice(storageErrorAdvice(storageError))[terminal.language])
  const state = await network.open(config.lan ? 'lan' : 'machine')
  const url = state.urls[0] ?? ''
  // What was repaired is told before the address.
  printed.flush()
  // Set before the address is printed: whoever reads it may stop the process at once.
  const stopped = untilStopped()
  if (config.lan) terminal.out(lanWelcome(state))
  if (first !== undefined)
    terminal.out(
      welcome(
        pages === undefined ? first : { pages: `${url}/#clave=${first}` },
        url,
        state.certificate?.is_own_authority ? join(config.dataFolder, 'tls', 'ca.crt') : undefined,
      ),
    )
  else if (pages !== undefined) terminal.out(`Páginas: ${url}/`)
  terminal.out(`listening on ${url}`)
  await stopped
  await network.close()
  service.close()
  printed.flush()
  return 0
}

function readOnlyNotice({ es, en }: Text): Text {
  return {
    es: `Solo lectura: ${es}. Las consultas y comprobaciones siguen; nada se guarda.`,
    en: `Read-only: ${en}. Queries and checks go on; nothing is stored.`,
  }
}

/** Refuses to send keys over a network without TLS, unless the operator allows it. */
function rejectOpenHttp({ lan, tls, host, insecureHttp }: Config, terminal: Terminal): void {
  if (lan || tls !== undefined || isLoopback(host)) return
  if (!insecureHttp)
    throw new UsageError({
      es: `Sin cifrar solo se escucha en este equipo, no en «${host}»: use --lan (certificado propio), --tls-cert y --tls-key, o --insecure-http si la red ya va cifrada`,
      en: `Without TLS the server listens on this machine only, not on "${host}": use --lan (its own certificate), --tls-cert and --tls-key, or --insecure-http if the network is already encrypted`,
    })
  const warning: Text = {
    es: `AVISO: se escucha en ${host} sin cifrar. Quien esté en esa red puede leer las claves y lo que se consulta`,
    en: `WARNING: listening on ${host} without TLS. Anyone on that network can read keys and requests`,
  }
  terminal.err(warning[terminal.language])
}

function lanWelcome({ urls, certificate }: NetworkState): string {
  return [
    'En la red local, con TLS:',
    ...urls.map((url) => `  ${url}`),
    ...(certificate?.is_own_authority
      ? [
          `Cada equipo ha de confiar una vez en la autoridad de este: ${urls[0] ?? ''}/ca.crt`,
          'Compruebe allí que su huella SHA-256 es',
          `  ${certificate.fingerprint}`,
        ]
      : []),
    '',
  ].join('\n')
}

/** The message of the first start. It has the first key once, alone or in the address of the pages, since every copy may end up in a log. */
function welcome(key: string | { readonly pages: string }, url: string, authorityFile: string | undefined): string {
  const body = JSON.stringify(verify.examples.cubierta)
  const trust = authorityFile === undefined ? '' : `--cacert '${authorityFile}' `
  const told =
    typeof key === 'string'
      ? `Primera clave, que no se vuelve a mostrar y también administra: para los demás cree otras (plomada key add | list | revoke | rotate):\n\n  CLAVE=${key}`
      : `Páginas, con la primera clave detrás de #clave=, que no se vuelve a mostrar y también administra: para los demás cree otras en Servidor, Claves (plomada key list | revoke | rotate):\n\n  ${key.pages}`
  return `${told}

Una primera comprobación, con la clave en CLAVE:

  curl -s ${trust}${url}/api/v1/verify -H "Authorization: Bearer $CLAVE" -H 'Content-Type: application/json' -d '${body}'

Documentación de la API: ${url}/docs
`
}
