import { createPublicKey, verify } from 'node:crypto'
import type { AuditFiles } from './audit-files.ts'
import { type AuditPosition, genesisHash } from './audit-line.ts'
import type { Checkpoint } from './audit-segment.ts'
import { keyId, type SigningKey } from './signing-key.ts'

/** Adds a checkpoint if there are lines since the last one. Returns the last signed position. */
export type SignChain = () => AuditPosition | undefined

/**
 * Adds signed checkpoints to a chain. Signs nothing if the previous checkpoint is missing or invalid, so that verification reports the damage.
 * `signedThrough` returns the number of the last signed line as recorded outside the chain. If that line exists but no checkpoint from there on
 * does, somebody has removed checkpoints.
 */
export function openSigner(files: AuditFiles, key: () => SigningKey, signedThrough: () => number): SignChain {
  let ownCheckpoint: Checkpoint | undefined
  return () => {
    const segment = files.current()
    if (segment.last()?.seq === ownCheckpoint?.seq) return ownCheckpoint
    const own = key()
    const { id, publicKey } = own
    return segment.database
      .transaction(() => {
        const head = segment.last()
        const previous = files.lastCheckpoint()
        if (head === undefined || (previous?.seq ?? 0) >= head.seq) return previous
        const signed = Math.max(ownCheckpoint?.seq ?? 0, signedThrough())
        if ((previous?.seq ?? 0) < signed && (files.first()?.seq ?? 0) <= signed) return undefined
        if (previous !== undefined && !isIntact(files, previous)) return undefined
        if (previous?.key_id === id && ownCheckpoint === undefined && !isSignedBy(previous, publicKey)) return undefined
        const { seq: previous_seq, hash: previous_hash } = previous ?? { seq: 0, hash: genesisHash }
        ownCheckpoint = signedCheckpoint(own, { seq: head.seq, hash: head.hash, previous_seq, previous_hash })
        segment.addCheckpoint(ownCheckpoint)
        return ownCheckpoint
      })
      .immediate()
  }
}

/** A position of a chain with a signature over it and over the checkpoint before. */
export function signedCheckpoint({ id, sign }: SigningKey, position: Omit<Checkpoint, 'key_id' | 'signature'>): Checkpoint {
  return { ...position, key_id: id, signature: sign(signedText(position)) }
}

/** True if a checkpoint was signed by the key `publicKey` (PEM). */
export function isSignedBy(checkpoint: Checkpoint, publicKey: string): boolean {
  try {
    return verify(null, Buffer.from(signedText(checkpoint)), createPublicKey(publicKey), Buffer.from(checkpoint.signature, 'base64'))
  } catch {
    // `publicKey` is not a key.
    return false
  }
}

/** The identifier of a public key, PEM. */
export function keyIdOfPem(publicKey: string): string {
  return keyId(createPublicKey(publicKey))
}

/** The signed text. Its prefix differs from that of a certificate, so that the signature of one is never valid for the other. */
function signedText({ seq, hash, previous_seq, previous_hash }: Omit<Checkpoint, 'key_id' | 'signature'>): string {
  return `plomada audit 1\n${seq}:${hash}\n${previous_seq}:${previous_hash}\n`
}

/** True if the line of a checkpoint is unchanged in the chain or was removed by retention. */
function isIntact(files: AuditFiles, { seq, hash }: AuditPosition): boolean {
  const [line] = files.after(seq - 1, 1)
  return line?.seq === seq ? line.hash === hash : (files.first()?.seq ?? 0) > seq
}
