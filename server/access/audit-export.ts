import type { Audit } from './audit.ts'
import { parseLine, type StoredLine } from './audit-line.ts'
import { keyIdOfPem } from './audit-signature.ts'
import type { ChainReader } from './audit-verification.ts'
import type { Deferred } from './store.ts'

/** Days that an export is limited to, both included: `YYYY-MM-DD`. */
export interface Days {
  readonly from: string | undefined
  readonly to: string | undefined
}

const linesAtOnce = 1000

/** The lines of some days, oldest first, one chain after the other, each as JSON. */
export async function* exportedLines(audit: Deferred<Audit>, days: Days): AsyncGenerator<string> {
  for (const chain of await audit.chains()) for await (const line of linesAfter(chain, 0)) if (isWithin(line, days)) yield exported(line)
}

/**
 * The same with a proof after each chain: the first signed position at or after its last line, and the lines up to there. With it, anybody who has the public
 * key can tell that no line in between was changed, removed or added. `examples/verify-audit-export.py` does so with OpenSSL.
 */
export async function* provenLines(audit: Deferred<Audit>, days: Days): AsyncGenerator<string> {
  await audit.sign()
  for (const chain of await audit.chains()) {
    let last: StoredLine | undefined
    for await (const line of linesAfter(chain, 0)) {
      if (!isWithin(line, days)) continue
      yield exported(line)
      last = line
    }
    if (last === undefined) continue
    const [checkpoint] = await chain.checkpointsIn(last.seq - 1, Number.MAX_SAFE_INTEGER)
    for await (const line of linesAfter(chain, last.seq)) {
      if (line.seq > (checkpoint?.seq ?? 0)) break
      yield exported(line)
    }
    yield JSON.stringify({
      proof: { ...(chain.node === undefined ? {} : { node: chain.node }), checkpoint: checkpoint ?? null, ...(await ownKey(chain)) },
    })
  }
}

async function ownKey(chain: ChainReader): Promise<{ readonly key_id: string | null; readonly public_key: string | null }> {
  const publicKey = await chain.publicKey()
  return publicKey === undefined ? { key_id: null, public_key: null } : { key_id: keyIdOfPem(publicKey), public_key: publicKey }
}

async function* linesAfter(chain: ChainReader, after: number): AsyncGenerator<StoredLine> {
  for (let seq = after; ; ) {
    const slice = await chain.after(seq, linesAtOnce)
    yield* slice
    const last = slice.at(-1)
    if (last === undefined) return
    seq = last.seq
  }
}

function isWithin({ at }: StoredLine, { from, to }: Days): boolean {
  const day = at.slice(0, 10)
  return (from === undefined || day >= from) && (to === undefined || day <= to)
}

function exported(line: StoredLine): string {
  return JSON.stringify(parseLine(line))
}
