import type { Actor, AuditEntry } from '../access/audit-line.ts'
import type { Store } from '../access/store.ts'
import { type Act, announced, strictStore } from '../access/strict-audit.ts'
import type { Network } from '../http/network.ts'
import type { SharedLibrary } from '../library/library.ts'
import type { Process, Who } from '../operations/operation.ts'
import type { Bases } from '../packs/bases.ts'
import type { RequestContext } from './request-context.ts'

/** The line of the audit of a request. */
export function entryOf({ caller, who, operation, subject, requestId }: RequestContext, status: number): AuditEntry {
  const address = caller.kind === 'network' ? caller.address : null
  return { who: actorOf(who), address, operation, subject, status, request_id: requestId }
}

function actorOf(who: Who | undefined): Actor {
  if (who === undefined) return { kind: 'refused' }
  return who.kind === 'key' ? { kind: 'key', id: who.id, name: who.name, prefix: who.prefix } : who
}

/** What a request may change, besides what is stored. */
interface Changeable {
  readonly store: Store
  readonly bases: Bases
  readonly process: Process | undefined
  readonly library: SharedLibrary
}

/** What a request may change, under the rule of the audit: where it is strict, nothing is changed without its line. */
export function audited({ store, bases, process, library }: Changeable, requestContext: RequestContext): Changeable {
  if (store.auditRule === 'relaxed') return { store, bases, process, library }
  const act = actOf(requestContext, 200)
  return {
    store: strictStore(store, act),
    bases: {
      ...bases,
      trust: announced(store, act, (text) => bases.trust(text)),
      install: announced(store, act, (bytes, signature) => bases.install(bytes, signature)),
      rollback: announced(store, act, () => bases.rollback()),
    },
    library: {
      ...library,
      add: announced(store, act, (wanted) => library.add(wanted)),
      remove: announced(store, act, (id) => library.remove(id)),
    },
    process: process && { ...process, network: announcedNetwork(process.network, store, act) },
  }
}

/** The store of a request that ends with a status, under the rule of the audit. */
export function auditedStore(store: Store, requestContext: RequestContext, status: number): Store {
  return store.auditRule === 'relaxed' ? store : strictStore(store, actOf(requestContext, status))
}

function announcedNetwork(network: Network, store: Store, act: Act): Network {
  return {
    get state() {
      return network.state
    },
    get isBeside() {
      return network.isBeside
    },
    get names() {
      return network.names
    },
    get authority() {
      return network.authority
    },
    open: announced(store, act, (reach: Parameters<Network['open']>[0], how: Parameters<Network['open']>[1]) => network.open(reach, how)),
    close: announced(store, act, () => network.close()),
    refresh: () => network.refresh(),
    onChange: (changed) => network.onChange(changed),
  }
}

/** The act of a request. Its line, once written, is the only one, unless it fails afterwards. */
function actOf(requestContext: RequestContext, status: number): Act {
  return {
    entry: (subject) => entryOf({ ...requestContext, subject }, status),
    noted: () => {
      requestContext.isAudited = false
    },
    undone: () => {
      requestContext.isAudited = true
    },
  }
}
