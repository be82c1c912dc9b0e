import type { Actor } from '../access/audit-line.ts'
import { ServiceError } from '../errors/service-error.ts'
import { atPlainAddress } from '../http/address.ts'
import { languageOf } from '../http/headers.ts'
import type { Caller, Who } from '../operations/operation.ts'
import type { Doorway } from './authorize.ts'
import type { Dependencies } from './dependencies.ts'
import { type Exchange, problem, wordsOf } from './respond.ts'
import { buildRoutes } from './routes.ts'

export interface App {
  /** Answers any request. The caller is what the adapter says, whatever the headers claim. Never rejects. */
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** Builds the service. As many as one likes: nothing is shared between them. */
export function createApp(dependencies: Dependencies): App {
  const { kb, newRequestId, log } = dependencies
  const routes = buildRoutes(dependencies)
  const base = `${kb.meta.version}; sha256=${kb.meta.sha256.slice(0, 12)}`
  return {
    async fetch(given, caller) {
      const started = performance.now()
      const request = atPlainAddress(given)
      const language = languageOf(request.headers.get('accept-language'))
      const exchange: Exchange = {
        caller,
        requestId: newRequestId(),
        language,
        base,
        operation: '',
        failure: undefined,
        allowance: undefined,
        who: undefined,
        subject: null,
        isAudited: false,
      }
      let response: Response
      try {
        response = await routes.fetch(request, exchange)
      } catch (error) {
        if (!(error instanceof ServiceError)) exchange.failure = wordsOf(error)
        response = problem(exchange, error, new URL(request.url).pathname)
      }
      try {
        if (exchange.isAudited) note(dependencies, exchange, response.status)
      } catch (error) {
        // A full disk must not keep a verdict from who needs it: the next line that can be written counts this one.
        exchange.failure = `${exchange.failure === undefined ? '' : `${exchange.failure}\n`}The audit was not written: ${String(error)}`
      }
      log({
        request_id: exchange.requestId,
        operation: exchange.operation,
        status: response.status,
        ms: Math.round((performance.now() - started) * 100) / 100,
        error: exchange.failure,
      })
      return response
    },
  }
}

/**
 * One line for each request, before it is answered. Those who are not let in, or are slowed down, share one allowance of lines, from
 * wherever they call: past it they are only counted, or a flood would fill the disk.
 */
function note({ store: { audit }, rate }: Doorway, exchange: Exchange, status: number): void {
  const { caller, who, operation, subject, requestId } = exchange
  if ((who === undefined || status === 429) && rate?.take('lines of those not let in').allowed === false) {
    audit.skip()
    return
  }
  const address = caller.kind === 'network' ? caller.address : null
  audit.append({ who: actorOf(who), address, operation, subject, status, request_id: requestId })
}

function actorOf(who: Who | undefined): Actor {
  if (who === undefined) return { kind: 'refused' }
  return who.kind === 'key' ? { kind: 'key', id: who.id, name: who.name, prefix: who.prefix } : who
}
