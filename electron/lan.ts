import { issueFirstKey } from '../server/commands/first-key.ts'
import type { Service } from '../server/service.ts'

export interface Lan {
  /** Where it listens; undefined while it is off. */
  readonly url: string | undefined
  /** Starts to serve the private network, over TLS. The first time ever it also issues a key, which is told here and never again. */
  on(): Promise<{ readonly url: string; readonly fingerprint: string; readonly firstKey: string | undefined }>
  /** Stops listening; nothing happens where it is off. */
  off(): Promise<void>
}

/** The network switch of the menu: off until it is asked for. */
export function createLan({ network, store }: Pick<Service, 'network' | 'store'>): Lan {
  const note = (operation: 'lan on' | 'lan off'): void =>
    store.audit.append({ who: { kind: 'desktop' }, address: null, operation, subject: null, status: null, request_id: null })
  return {
    get url() {
      return network.state.urls[0]
    },
    async on() {
      const { urls, certificate } = await network.open('lan')
      note('lan on')
      return { url: urls[0] ?? '', fingerprint: certificate?.fingerprint ?? '', firstKey: issueFirstKey(store) }
    },
    async off() {
      if (network.state.reach === 'none') return
      // Noted first: at the end of the program nothing is written once this waits.
      note('lan off')
      await network.close()
    },
  }
}
