import type { Encoding } from './compression.ts'

/** The JSON of an answer with its ETag, and what it was compressed to so far. */
export interface KeptAnswer {
  readonly body: Uint8Array<ArrayBuffer>
  /** Strong, with its quotation marks. */
  readonly etag: string
  readonly encoded: Map<Encoding, Uint8Array<ArrayBuffer>>
}

/** Keeps answers by a text that tells what was asked. */
export interface KeptAnswers {
  get(asked: string): KeptAnswer | undefined
  add(asked: string, answer: KeptAnswer): void
}

const mostBytes = 16 * 1024 * 1024
const mostBytesOfOne = 4 * 1024 * 1024

/** Opens an empty memory of answers, at most 16 MiB of them before compression. The one kept longest goes first. */
export function keptAnswers(): KeptAnswers {
  const answers = new Map<string, KeptAnswer>()
  let bytes = 0
  return {
    get: (asked) => answers.get(asked),
    add(asked, answer) {
      if (answer.body.length > mostBytesOfOne || answers.has(asked)) return
      answers.set(asked, answer)
      bytes += answer.body.length
      for (const [oldest, { body }] of answers) {
        if (bytes <= mostBytes) break
        answers.delete(oldest)
        bytes -= body.length
      }
    },
  }
}
