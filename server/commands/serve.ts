import { randomUUID } from 'node:crypto'
import { openKeys } from '../access/key.ts'
import { openRate } from '../access/rate.ts'
import { openState } from '../access/state.ts'
import { createApp } from '../app.ts'
import { openGenerator } from '../ask/generator.ts'
import { readConfig } from '../config.ts'
import { listen } from '../http/listen.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { verify } from '../operations/verify.ts'
import { openPages } from '../pages.ts'
import { expiryFrom, usualScopes } from './key.ts'
import { flagsOf, parse, type Terminal } from './terminal.ts'

/** `serve`: listens until it is told to stop. The first start issues one key and shows it with a command to try. */
export async function serveCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, { quiet: { type: 'boolean', default: false } })
  const config = readConfig(terminal.environment, flagsOf(values))
  const kb = openKnowledgeBase(config.packFile)
  const state = openState(config.dataFolder)
  const keys = openKeys(state, () => new Date())
  const first =
    keys.list().length === 0 ? keys.issue({ name: 'primera', scopes: [...usualScopes], expiresAt: expiryFrom(undefined, new Date()) }) : undefined
  const pages = openPages(config.pagesFolder)
  const app = createApp({
    kb,
    pages,
    keys,
    rate: openRate(config.ratePerMinute, Date.now),
    allowedHosts: config.allowedHosts,
    generator: config.generator === undefined ? undefined : openGenerator(config.generator),
    newRequestId: randomUUID,
    log: (line) => {
      if (!values.quiet || line.error !== undefined) terminal.err(JSON.stringify(line))
    },
  })
  const listener = await listen(app.fetch, config)
  if (first !== undefined) terminal.out(welcome(first.text, listener.url))
  if (pages !== undefined) terminal.out(`Páginas: ${listener.url}/${first === undefined ? '' : `#clave=${first.text}`}`)
  terminal.out(`listening on ${listener.url}`)
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await listener.close()
  state.close()
  kb.close()
  return 0
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
