import { z } from 'zod'
import { baseList, baseListOf } from './base-list.ts'
import { operation } from './operation.ts'

/** Largest body in bytes: a pack of four times today's size, as base64 in JSON. Only who administers may send one. */
const mostPackBytes = 64 * 1024 * 1024

/** Installs a signed pack. It is in use from the next request on. */
export const installBase = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base',
  mostBodyBytes: mostPackBytes,
  scope: 'admin',
  tag: 'admin',
  summary: 'Install a signed knowledge base',
  description:
    'Signature, hashes, format and integrity are checked first. A pack that fails a check is rejected with the reason, and nothing changes. Requests under way finish on the base they began with.',
  input: z.strictObject({
    pack: z.string().min(1).max(mostPackBytes).meta({ description: 'The `.kbpack` file', contentEncoding: 'base64' }),
    signature: z.string().max(4096).meta({ description: 'Text of its `.minisig` file' }),
  }),
  output: baseList,
  problems: ['base-refused'],
  examples: {},
  async run(context, { pack, signature }) {
    const { manifest, sha256 } = await context.bases.install(Buffer.from(pack, 'base64'), signature)
    context.actsOn(`${manifest.id} ${manifest.version} ${sha256}`)
    return baseListOf(context)
  },
})
