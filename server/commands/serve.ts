import { join } from 'node:path'
import { storageErrorAdvice } from '../access/storage-error.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { NetworkState } from '../http/network.ts'
import { isLoopback } from '../http/private-network.ts'
import { verify } from '../operations/verify.ts'
import { openService } from '../service.ts'
import { issueFirstKey } from './first-key.ts'
import { untilStopped } from './stop.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `serve`: listens until it is told to stop. The first start issues one key and shows it with a command to try. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, { quiet: { type: 'boolean', default: false }, lan: { type: 'boolean' }, 'insecure-http': { type: 'boolean' } })
  const config = readConfig(terminal.environment, {
    ...flagsOf(values),
    ...(values.lan ? { lan: 'yes' } : {}),
    ...(values['insecure-http'] ? { 'insecure-http': 'yes' } : {}),
  })
  refuseOpenHttp(config, terminal)
  const service = openService(config, (line) => {
    if (!values.quiet || line.error !== undefined) terminal.err(JSON.stringify(line))
  })
  const { store, pages, network } = service
  const { storageError } = store
  const first = issueFirstKey(store)
  if (storageError !== undefined)
    terminal.err(`Solo lectura: ${storageErrorAdvice(storageError).es}. Las consultas y comprobaciones siguen; nada se guarda.`)
  const state = await network.open(config.lan ? 'lan' : 'machine')
  const url = state.urls[0] ?? ''
  // Before anybody is told that it listens: who knows may stop it at once.
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
  return 0
}

/** Keys must not cross a network in the clear, unless whoever runs it says so. */
function refuseOpenHttp({ lan, tls, host, insecureHttp }: Config, terminal: Terminal): void {
  if (lan || tls !== undefined || isLoopback(host)) return
  if (!insecureHttp)
    throw new UsageError(
      `Sin cifrar solo se escucha en este equipo, no en «${host}»: use --lan (certificado propio), --tls-cert y --tls-key, o --insecure-http si la red ya va cifrada`,
    )
  terminal.err(`AVISO: se escucha en ${host} sin cifrar. Quien esté en esa red puede leer las claves y lo que se consulta`)
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

/** The first key is in it once, by itself or in the address of the pages: each copy more is one more to be found in a log. */
function welcome(key: string | { readonly pages: string }, url: string, authorityFile: string | undefined): string {
  const body = JSON.stringify(verify.examples.cubierta)
  const trust = authorityFile === undefined ? '' : `--cacert '${authorityFile}' `
  const told =
    typeof key === 'string'
      ? `Primera clave, que no se vuelve a mostrar (plomada key list | revoke | rotate):\n\n  CLAVE=${key}`
      : `Páginas, con la primera clave detrás de #clave=, que no se vuelve a mostrar (plomada key list | revoke | rotate):\n\n  ${key.pages}`
  return `${told}

Una primera comprobación, con la clave en CLAVE:

  curl -s ${trust}${url}/api/v1/verify -H "Authorization: Bearer $CLAVE" -H 'Content-Type: application/json' -d '${body}'

Documentación de la API: ${url}/docs
`
}
