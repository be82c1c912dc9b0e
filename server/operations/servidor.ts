import { z } from 'zod'
import { version } from '../config/version.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { NetworkState } from '../http/network.ts'
import { kbRef } from './fields.ts'
import { operation } from './operation.ts'

const networkFields = z.object({
  reach: z
    .enum(['none', 'machine', 'lan'])
    .meta({ description: 'From where it can be reached: nowhere, this machine, its private network too (TLS)' }),
  urls: z.array(z.string()),
  certificate: z
    .object({
      fingerprint: z.string().meta({ description: 'SHA-256 of what clients are to trust' }),
      expires_at: z.string(),
      is_own_authority: z.boolean().meta({ description: 'Made by this program (its authority is at `/ca.crt`), or given by the operator' }),
    })
    .nullable(),
})

/** What is running here: version, base, network, settings, and who asks. */
export const getServer = operation({
  name: 'getServer',
  method: 'GET',
  path: '/api/v1/admin/servidor',
  scope: 'admin',
  tag: 'admin',
  summary: 'State of the server',
  description: 'Version, knowledge base, from where it can be reached, settings, and who asks.',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    kb: kbRef,
    network: networkFields,
    can_switch_lan: z.boolean().meta({ description: 'Whether who asks may turn the network on and off: the desktop only' }),
    data_folder: z.string().nullable(),
    settings: z
      .object({
        rate_per_minute: z.int(),
        audit_days: z.int().meta({ description: '0: all are kept' }),
        allowed_hosts: z.array(z.string()),
        generator_url: z.string().nullable(),
      })
      .nullable(),
    asked_by: z.object({
      kind: z.enum(['desktop', 'terminal', 'key']),
      id: z.int().optional(),
      name: z.string().optional(),
      prefix: z.string().optional(),
    }),
  }),
  problems: [],
  examples: { state: {} },
  run({ kb, process, who }) {
    const { id, version: kbVersion, sha256 } = kb.meta
    const settings = process && {
      rate_per_minute: process.settings.ratePerMinute,
      audit_days: process.settings.auditDays,
      allowed_hosts: [...process.settings.allowedHosts],
      generator_url: process.settings.generatorUrl ?? null,
    }
    return {
      version,
      kb: { id, version: kbVersion, sha256 },
      network: shown(process?.network.state ?? closed),
      can_switch_lan: who.kind === 'desktop' && process !== undefined,
      data_folder: process?.dataFolder ?? null,
      settings: settings ?? null,
      asked_by: who.kind === 'key' ? { kind: who.kind, id: who.id, name: who.name, prefix: who.prefix } : who,
    }
  },
})

/** Starts or stops serving the private network. */
export const switchLan = operation({
  name: 'switchLan',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/lan',
  scope: 'admin',
  tag: 'admin',
  summary: 'Serve the private network, or stop',
  description: 'For the desktop application only: nobody opens or shuts a machine from afar. A server is started with `--lan`.',
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
    if (process === undefined) return shown(closed)
    if (!on) await process.network.close()
    return shown(on ? await opened(process.network) : process.network.state)
  },
})

const closed: NetworkState = { reach: 'none', urls: [], certificate: undefined }

async function opened(network: { open(reach: 'lan'): Promise<NetworkState> }): Promise<NetworkState> {
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

function shown({ reach, urls, certificate }: NetworkState): z.input<typeof networkFields> {
  return { reach, urls: [...urls], certificate: certificate ?? null }
}
