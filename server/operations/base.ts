import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { type Context, operation } from './operation.ts'

/** A pack of four times today's size, as base64 in JSON. */
const mostPackBytes = 16 * 1024 * 1024

const baseList = z.object({
  because: z.string().meta({ description: 'Why the one in use is the one in use' }),
  held: z
    .array(
      z.object({
        id: z.string(),
        version: z.string(),
        reference_date: z.string(),
        sha256: z.string().meta({ description: 'Hash of the sources, as in `kb` of every verdict' }),
        origin: z.enum(['installed', 'shipped', 'asked']),
        in_use: z.boolean(),
        pack_sha256: z.string().optional(),
        key_id: z.string().optional().meta({ description: 'Key that signed the pack' }),
        commit: z.string().nullable().optional(),
      }),
    )
    .meta({ description: 'In use first, then the one that a rollback returns to' }),
  trusted_keys: z.array(z.object({ id: z.string(), origin: z.enum(['shipped', 'added']) })),
  may_trust: z.boolean().meta({ description: 'Whether this caller may add a key: the desktop only' }),
})

/** The bases that the installation has, and which one answers. */
export const listBases = operation({
  name: 'listBases',
  method: 'GET',
  path: '/api/v1/admin/base',
  scope: 'admin',
  tag: 'admin',
  summary: 'Knowledge bases of this installation',
  description: 'The base in use and why, those installed, the one shipped with the program, and the keys whose packs are accepted.',
  input: z.strictObject({}),
  output: baseList,
  problems: ['base-refused'],
  examples: { own: {} },
  run: (context) => listed(context),
})

/** Installs a signed pack and puts it in use from the next request on. */
export const installBase = operation({
  name: 'installBase',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base',
  mostBodyBytes: mostPackBytes,
  scope: 'admin',
  tag: 'admin',
  summary: 'Install a signed knowledge base',
  description:
    'Signature, hashes, format and integrity are checked first; what is not right is refused with its reason and changes nothing. Requests under way finish on the base they began with.',
  input: z.strictObject({
    pack: z.string().min(1).max(mostPackBytes).meta({ description: 'The `.kbpack` file', contentEncoding: 'base64' }),
    signature: z.string().max(4096).meta({ description: 'Text of its `.minisig` file' }),
  }),
  output: baseList,
  problems: ['base-refused'],
  examples: {},
  run(context, { pack, signature }) {
    const { manifest, sha256 } = context.bases.install(Buffer.from(pack, 'base64'), signature)
    context.actsOn(`${manifest.id} ${manifest.version} ${sha256}`)
    return listed(context)
  },
})

/** Returns to the base before the one in use. */
export const rollbackBase = operation({
  name: 'rollbackBase',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base/rollback',
  scope: 'admin',
  tag: 'admin',
  summary: 'Return to the knowledge base before',
  description: 'The last two installed are kept. Done twice, all is as it was.',
  input: z.strictObject({}),
  output: baseList,
  problems: ['base-refused'],
  examples: {},
  run(context) {
    context.bases.rollback()
    const [inUse] = context.bases.list()
    context.actsOn(inUse === undefined ? '' : `${inUse.id} ${inUse.version} ${inUse.pack?.sha256 ?? inUse.origin}`)
    return listed(context)
  },
})

/** Accepts the packs of one more publisher. */
export const trustPublisher = operation({
  name: 'trustPublisher',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base/confianza',
  scope: 'admin',
  tag: 'admin',
  summary: 'Accept the packs that a key signs',
  description: 'From the desktop application only; elsewhere by `plomada kb trust` on the machine itself.',
  input: z.strictObject({ public_key: z.string().min(1).max(400).meta({ description: 'Text of a minisign `.pub` file' }) }),
  output: baseList,
  problems: ['desktop-only', 'base-refused'],
  examples: {},
  run(context, { public_key }) {
    if (context.who.kind !== 'desktop')
      throw new ServiceError('desktop-only', {
        es: 'Aquí no se añade una clave de confianza: en el propio equipo, plomada kb trust FICHERO.pub',
        en: 'A key is not trusted from here: on the machine itself, plomada kb trust FILE.pub',
      })
    context.actsOn(context.bases.trust(public_key).id)
    return listed(context)
  },
})

function listed({ bases, language, who }: Context): z.input<typeof baseList> {
  return {
    because: bases.chosen().because[language],
    held: bases.list().map(({ id, version, referenceDate, sourcesSha256, origin, isInUse, pack }) => ({
      id,
      version,
      reference_date: referenceDate,
      sha256: sourcesSha256,
      origin,
      in_use: isInUse,
      ...(pack === undefined ? {} : { pack_sha256: pack.sha256, key_id: pack.keyId, commit: pack.commit }),
    })),
    trusted_keys: bases.keys().map(({ id, origin }) => ({ id, origin })),
    may_trust: who.kind === 'desktop',
  }
}
