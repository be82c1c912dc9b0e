import { issueFirstKey } from '../../server/commands/first-key.ts'
import { defaultScopes } from '../../server/operations/operation.ts'
import type { Service } from '../../server/service.ts'
import type { LanOpened } from './messages.ts'

/** The switch that serves the private network. */
export interface LanSwitch {
  /** The URL of the server; undefined while it is off. */
  readonly url: string | undefined
  /** Starts serving the private network over TLS. If no key was ever issued, issues one and returns its text, which cannot be read again. */
  on(): Promise<LanOpened>
  /** Stops listening. Does nothing if it is off. */
  off(): Promise<void>
}

/** Creates the switch, which is off at first. */
export function createLan({ network, store }: Pick<Service, 'network' | 'store'>): LanSwitch {
  const audit = (operation: 'lan on' | 'lan off'): void =>
    void store.audit.append({ who: { kind: 'desktop' }, address: null, operation, subject: null, status: null, request_id: null })
  return {
    get url() {
      return network.state.urls[0]
    },
    async on() {
      const { urls, certificate } = await network.open('lan')
      audit('lan on')
      return { url: urls[0] ?? '', fingerprint: certificate?.fingerprint ?? '', firstKey: await issueFirstKey(store, defaultScopes) }
    },
    async off() {
      if (network.state.reach === 'none') return
      // Write the audit line first: when the program quits, nothing after the first `await` is sure to run.
      audit('lan off')
      await network.close()
    },
  }
}
