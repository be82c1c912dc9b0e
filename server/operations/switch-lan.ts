import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import type { NetworkState } from '../http/network.ts'
import { closedNetwork, networkBody, networkFields } from './network-fields.ts'
import { operation } from './operation.ts'

/** Opens or closes the server for the private network. */
export const switchLan = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/lan',
  scope: 'admin',
  tag: 'admin',
  summary: 'Serve the private network, or stop',
  description: 'From the desktop application only, so that no remote caller can open or close a machine. A server is started with `--lan`.',
  input: z.strictObject({ on: z.boolean() }),
  output: networkFields,
  problems: ['desktop-only', 'port-unavailable'],
  examples: { off: { on: false } },
  async run({ process, who, actsOn }, { on }) {
    if (who.kind !== 'desktop' || (on && process === undefined))
      throw new ServiceError('desktop-only', {
        es: 'La red se abre y se cierra desde la aplicación de escritorio; un servidor se inicia con --lan',
        en: 'The network is turned on and off in the desktop application; a server is started with --lan',
      })
    actsOn(on ? 'on' : 'off')
    if (process === undefined) return networkBody(closedNetwork)
    if (!on) await process.network.close()
    return networkBody(on ? await openLan(process.network) : process.network.state)
  },
})

async function openLan(network: { open(reach: 'lan'): Promise<NetworkState> }): Promise<NetworkState> {
  try {
    return await network.open('lan')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    throw new ServiceError('port-unavailable', {
      es: `El puerto no se puede abrir (${code}): lo usa otro programa o no está permitido; cambie PLOMADA_PORT`,
      en: `The port cannot be opened (${code}): another program has it or it is not allowed; change PLOMADA_PORT`,
    })
  }
}
