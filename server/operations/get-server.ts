import { join } from 'node:path'
import { z } from 'zod'
import { type Backups, backupHealth } from '../access/backup-status.ts'
import { version } from '../config/version.ts'
import { newerProgram } from '../packs/newer-program.ts'
import { kbRef } from './fields.ts'
import { closedNetwork, networkBody, networkFields } from './network-fields.ts'
import { operation } from './operation.ts'
import { maySwitchLan } from './switch-lan.ts'

/** Describes the running server: version, knowledge base, network, settings and caller. */
export const getServer = operation({
  method: 'GET',
  path: '/api/v1/admin/server',
  scope: 'admin',
  tag: 'admin',
  summary: 'State of the server',
  description: 'Version, knowledge base, network addresses, settings, and the caller of this request.',
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    kb: kbRef,
    network: networkFields,
    can_switch_lan: z.boolean().meta({ description: 'True if the caller may turn the network on and off: who is at its machine' }),
    data_folder: z.string().nullable(),
    settings: z
      .object({
        rate_per_minute: z.int(),
        audit_days: z.int().meta({ description: 'Days that lines of the audit are kept; 0: for ever' }),
        allowed_hosts: z.array(z.string()),
        generator_url: z.string().nullable(),
      })
      .nullable(),
    newer_program: z
      .object({
        version: z.string(),
        files: z.array(z.string()),
        key_id: z.string().meta({ description: 'Identifier of the trusted key that signed them' }),
      })
      .nullable()
      .meta({
        description: 'Packages of a newer server in the folder `programa` of the data folder, signed by a trusted key. Nothing installs them',
      }),
    backup: z
      .object({
        state: z.enum(['ok', 'waiting', 'failed', 'overdue']).meta({ description: '`overdue`: none succeeded for twice the period' }),
        every_minutes: z.number(),
        place: z.string(),
        last_success: z.iso.datetime().nullable(),
        last_try: z.iso.datetime().nullable(),
        bytes: z.int().nullable(),
        error: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Encrypted backups that are made by themselves; null if there are none' }),
    asked_by: z.object({
      kind: z.enum(['desktop', 'terminal', 'key']),
      id: z.int().optional(),
      name: z.string().optional(),
      prefix: z.string().optional(),
    }),
  }),
  problems: [],
  examples: { state: {} },
  async run({ kb, process, who, isAtMachine, bases, store }) {
    const { id, version: kbVersion, sha256 } = kb.meta
    const settings = process && {
      rate_per_minute: process.settings.ratePerMinute,
      audit_days: process.settings.auditDays,
      allowed_hosts: [...process.settings.allowedHosts],
      generator_url: process.settings.languageModelUrl ?? null,
    }
    const found = process && (await newerProgram(join(process.dataFolder, 'programa'), { of: 'server', than: version, keys: bases.keys() }))
    return {
      version,
      kb: { id, version: kbVersion, sha256 },
      network: networkBody(process?.network.state ?? closedNetwork),
      can_switch_lan: maySwitchLan({ process, who, isAtMachine }),
      data_folder: process?.dataFolder ?? null,
      settings: settings ?? null,
      newer_program: found?.kind === 'newer' ? { version: found.version, files: [...found.files], key_id: found.keyId } : null,
      backup: process?.backup === undefined ? null : backupBody(process.backup, store.now()),
      asked_by: who.kind === 'key' ? { kind: who.kind, id: who.id, name: who.name, prefix: who.prefix } : who,
    }
  },
})

function backupBody({ everyMs, place, status }: Backups, now: Date) {
  const read = status()
  const { succeeded_at: last_success, tried_at: last_try, bytes, error } = read
  return { state: backupHealth(read, everyMs, now), every_minutes: everyMs / 60_000, place, last_success, last_try, bytes, error }
}
