import { reasonOf } from '../access/fault.ts'
import { subjectOf } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import { readConfig } from '../config.ts'
import { listen } from '../http/listen.ts'
import { usualScopes } from '../operation.ts'
import { verify } from '../operations/verify.ts'
import { openService } from '../service.ts'
import { expiryFrom } from './key.ts'
import { untilStopped } from './stop.ts'
import { flagsOf, parse, type Terminal } from './terminal.ts'

/** `serve`: listens until it is told to stop. The first start issues one key and shows it with a command to try. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, { quiet: { type: 'boolean', default: false } })
  const config = readConfig(terminal.environment, flagsOf(values))
  const service = openService(config, (line) => {
    if (!values.quiet || line.error !== undefined) terminal.err(JSON.stringify(line))
  })
  const { app, store, pages } = service
  const { fault } = store
  const first = store.keys.list().length === 0 ? issueFirstKey(store) : undefined
  if (fault !== undefined) terminal.err(`Solo lectura: ${reasonOf(fault).es}. Las consultas y comprobaciones siguen; nada se guarda.`)
  const listener = await listen(app.fetch, config)
  if (first !== undefined) terminal.out(welcome(first.text, listener.url))
  if (pages !== undefined) terminal.out(`Páginas: ${listener.url}/${first === undefined ? '' : `#clave=${first.text}`}`)
  terminal.out(`listening on ${listener.url}`)
  await untilStopped()
  await listener.close()
  service.close()
  return 0
}

function issueFirstKey({ keys, audit }: Store) {
  const first = keys.issue({ name: 'primera', scopes: [...usualScopes], expiresAt: expiryFrom(undefined, new Date()) })
  audit.append({ who: { kind: 'service' }, address: null, operation: 'key add', subject: subjectOf(first.key), status: null, request_id: null })
  return first
}

function welcome(key: string, url: string): string {
  const body = JSON.stringify(verify.examples.cubierta)
  return `Primera clave, que no se vuelve a mostrar (plomada key list | revoke | rotate):

  ${key}

Una primera comprobación:

  curl -s ${url}/api/v1/verify -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${body}'

Documentación de la API: ${url}/docs
`
}
