import { createPublicKey, verify } from 'node:crypto'
import { type AuditMark, beginning } from './audit-line.ts'
import type { Checkpoint } from './audit-segment.ts'
import type { Trail } from './audit-trail.ts'
import { keyId, type SigningKey } from './signing-key.ts'

/** Signs the end of the chain, if there are lines since the last checkpoint. Returns the last signed place. */
export type Sign = () => AuditMark | undefined

/**
 * Signs checkpoints of a chain. Nothing is signed over a chain that no longer holds the checkpoint before: then the check reports the fault.
 * `signedThrough` is the number of the last signed line as noted apart from the chain; a chain that holds this line and no checkpoint from there on was stripped of them.
 */
export function openSigner(trail: Trail, key: () => SigningKey, signedThrough: () => number): Sign {
  let mine: Checkpoint | undefined
  let opened: SigningKey | undefined
  return () => {
    const segment = trail.current()
    if (segment.last()?.seq === mine?.seq) return mine
    opened ??= key()
    const { id, publicKey, sign } = opened
    return segment.database
      .transaction(() => {
        const head = segment.last()
        const previous = trail.lastCheckpoint()
        if (head === undefined || (previous?.seq ?? 0) >= head.seq) return previous
        const signed = Math.max(mine?.seq ?? 0, signedThrough())
        if ((previous?.seq ?? 0) < signed && (trail.first()?.seq ?? 0) <= signed) return undefined
        if (previous !== undefined && !isHeld(trail, previous)) return undefined
        if (previous?.key_id === id && mine === undefined && !isSignedBy(previous, publicKey)) return undefined
        const { seq: previous_seq, hash: previous_hash } = previous ?? { seq: 0, hash: beginning }
        const place = { seq: head.seq, hash: head.hash, previous_seq, previous_hash }
        mine = { ...place, key_id: id, signature: sign(statementOf(place)) }
        segment.addCheckpoint(mine)
        return mine
      })
      .immediate()
  }
}

/** Whether a checkpoint was signed by a key, PEM. */
export function isSignedBy(checkpoint: Checkpoint, publicKey: string): boolean {
  try {
    return verify(null, Buffer.from(statementOf(checkpoint)), createPublicKey(publicKey), Buffer.from(checkpoint.signature, 'base64'))
  } catch {
    // What is no key signed nothing.
    return false
  }
}

/** The identifier of a public key, PEM. */
export function keyIdOf(publicKey: string): string {
  return keyId(createPublicKey(publicKey))
}

/** Begins with words that no certificate begins with: a signature of one is never one of the other. */
function statementOf({ seq, hash, previous_seq, previous_hash }: Omit<Checkpoint, 'key_id' | 'signature'>): string {
  return `plomada audit 1\n${seq}:${hash}\n${previous_seq}:${previous_hash}\n`
}

/** The line of a checkpoint is in the chain as it was, or retention removed it. */
function isHeld(trail: Trail, { seq, hash }: AuditMark): boolean {
  const [line] = trail.after(seq - 1, 1)
  return line?.seq === seq ? line.hash === hash : (trail.first()?.seq ?? 0) > seq
}
