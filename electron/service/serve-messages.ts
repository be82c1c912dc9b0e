import { join } from 'node:path'
import { storageErrorAdvice } from '../../server/access/storage-error.ts'
import type { LogLine } from '../../server/api/dependencies.ts'
import type { Config } from '../../server/config/config.ts'
import { version } from '../../server/config/version.ts'
import { CannotOpen } from '../../server/errors/cannot-open.ts'
import { errorText } from '../../server/errors/error-text.ts'
import { newerProgram } from '../../server/packs/newer-program.ts'
import { type TrustFolders, trustedKeys } from '../../server/packs/trusted-keys.ts'
import { openService, type Service } from '../../server/service.ts'
import { openLogFile } from '../log-file.ts'
import { hostsNamedIn } from '../navigation-guard.ts'
import { type Answering, answerRequests } from './answer-requests.ts'
import { createLan, type LanSwitch } from './lan.ts'
import type { FromService, ServiceState, ToService } from './messages.ts'
import { readersOfParent } from './reader-relay.ts'

type Post = (message: FromService) => void

interface Serving {
  readonly service: Service
  readonly lan: LanSwitch
  readonly answering: Answering
  readonly trust: TrustFolders
}

/** The service behind a channel of messages. Returns the function that receives them; the first must be `open`. */
export function serveMessages(post: Post): (message: ToService) => void {
  const readers = readersOfParent(post)
  let serving: Serving | undefined
  return (message) => {
    switch (message.kind) {
      case 'open':
        void open(message, readers.start, post).then((opened) => {
          serving = opened
        })
        return
      case 'lan':
        if (serving !== undefined) void switchLan(serving.lan, message, post)
        return
      case 'find program':
        if (serving !== undefined) void findProgram(serving.trust, message, post)
        return
      case 'reader said':
      case 'reader ended':
        readers.take(message)
        return
      case 'ping':
        post({ kind: 'pong' })
        return
      case 'stop':
        void stop(serving).finally(() => post({ kind: 'stopped' }))
        return
      default:
        serving?.answering.take(message)
    }
  }
}

/** Opens the service and says that it is ready, or why it is not. */
async function open(
  { config, logFile, isLanOn }: Extract<ToService, { kind: 'open' }>,
  startReader: ReturnType<typeof readersOfParent>['start'],
  post: Post,
): Promise<Serving | undefined> {
  const log = openLogFile(logFile, () => new Date())
  try {
    const service = openWithPages(config, { startReader, log: ({ error, ...line }) => error !== undefined && log.add('error', { ...line, error }) })
    const lan = createLan(service)
    // As it was before the process ended. The windows do not wait for a port that another program has taken since.
    if (isLanOn) await lan.on().catch((error: unknown) => log.add('lan', error))
    const tell = (kind: 'ready' | 'changed'): void => post({ kind, state: stateOf(service, lan) })
    let base = service.kb
    const answering = answerRequests(service.app, post, () => {
      if (service.kb === base) return
      base = service.kb
      tell('changed')
    })
    service.network.onChange(() => tell('changed'))
    tell('ready')
    return { service, lan, answering, trust: { shipped: config.trustFolder, added: join(config.dataFolder, 'trust') } }
  } catch (error) {
    post({ kind: 'failed', part: error instanceof CannotOpen ? error.part : undefined, detail: errorText(error) })
    return undefined
  }
}

function openWithPages(
  config: Config,
  { startReader, log }: { readonly startReader: ReturnType<typeof readersOfParent>['start']; readonly log: (line: LogLine) => void },
): Service {
  const service = openService(config, log, { startReader })
  if (service.pages !== undefined) return service
  service.close()
  throw new CannotOpen('pages', `Cannot open the pages in ${config.pagesFolder}: they have not been built; run "npm run build"`)
}

function stateOf({ kb, store }: Service, lan: LanSwitch): ServiceState {
  const { version, referenceDate, sha256 } = kb.meta
  return {
    base: { version, referenceDate, sha256 },
    hosts: [...hostsNamedIn(JSON.stringify(kb.documents))],
    storageAdvice: store.storageError === undefined ? undefined : storageErrorAdvice(store.storageError).es,
    lanUrl: lan.url,
  }
}

async function switchLan(lan: LanSwitch, { id, to }: Extract<ToService, { kind: 'lan' }>, post: Post): Promise<void> {
  try {
    const opened = to === 'on' ? await lan.on() : await lan.off().then(() => undefined)
    post({ kind: 'lan done', id, opened })
  } catch (error) {
    post({ kind: 'lan failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

async function findProgram(trust: TrustFolders, { id, folder }: Extract<ToService, { kind: 'find program' }>, post: Post): Promise<void> {
  const found = async () => newerProgram(folder, { of: 'desktop', than: version, keys: trustedKeys(trust) })
  // A damaged file among the keys is told where bases are installed; here it trusts nobody.
  post({ kind: 'program found', id, found: await found().catch(() => ({ kind: 'none' }) as const) })
}

/** Finishes what was begun, so that everything acknowledged is stored, and closes the service. */
async function stop(serving: Serving | undefined): Promise<void> {
  if (serving === undefined) return
  const { service, lan, answering } = serving
  await answering.finish()
  await lan.off()
  await service.close()
}
