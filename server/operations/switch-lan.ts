import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import type { Network, NetworkState } from '../http/network.ts'
import { closedNetwork, networkBody, networkFields } from './network-fields.ts'
import { type Context, operation } from './operation.ts'

/** Opens or closes the server for the private network. */
export const switchLan = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/lan',
  scope: 'admin',
  tag: 'admin',
  summary: 'Serve the private network, or stop',
  description:
    'From this machine only, in the desktop application or with a key that may administer, so that no remote caller can open or close a machine. A server that is listening goes on answering this machine at its own address; the private network gets the next port, until the program stops. `--lan` starts a server with it.',
  input: z.strictObject({ on: z.boolean() }),
  output: networkFields,
  problems: ['desktop-only', 'port-unavailable'],
  examples: { off: { on: false } },
  async run(context, { on }) {
    const { process, who, actsOn } = context
    if (!maySwitchLan(context) && (on || who.kind === 'key'))
      throw new ServiceError('desktop-only', {
        es: 'La red se abre y se cierra desde el equipo del servidor, en la aplicación de escritorio o en su página de este mismo equipo',
        en: 'The network is turned on and off at the machine of the server, in the desktop application or in its page on that machine',
      })
    actsOn(on ? 'on' : 'off')
    if (process === undefined) return networkBody(closedNetwork)
    const { network } = process
    if (on) return networkBody(await openLan(network))
    if (who.kind === 'key') return networkBody(await network.open('machine'))
    await network.close()
    return networkBody(network.state)
  },
})

/** True if the caller may turn the private network on and off now: at the machine of the server, and not one that was started with the network alone. */
export function maySwitchLan({ process, who, isAtMachine }: Pick<Context, 'process' | 'who' | 'isAtMachine'>): boolean {
  if (!isAtMachine || process === undefined) return false
  return who.kind === 'desktop' || process.network.state.reach === 'machine' || process.network.isBeside
}

async function openLan(network: Network): Promise<NetworkState> {
  try {
    return await network.open('lan', 'beside')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    throw new ServiceError('port-unavailable', {
      es: `El puerto no se puede abrir (${code}): lo usa otro programa o no está permitido; cambie PLOMADA_PORT`,
      en: `The port cannot be opened (${code}): another program has it or it is not allowed; change PLOMADA_PORT`,
    })
  }
}
