import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { DocumentBody } from '../../server/kb/document-body.ts'
import { readBook } from '../../server/kb/read-book.ts'
import { placesOf } from './places.ts'
import { readApart } from './read-apart.ts'
import { shareOf } from './shared-cases.ts'
import { openSources } from './source-file.ts'
import { indexTexts } from './text-indexes.ts'
import type { Answered, Asked, Started } from './thread.ts'
import { tryCases } from './try-cases.ts'

// Reads what stands apart, then does what it is asked for.
const { root, turns } = workerData as Started
const sources = openSources(root)
const apart = readApart(sources)
answer({ kind: 'apart', apart, texts: sources.texts, problems: sources.problems })

parentPort?.on('message', (asked: Asked) => {
  if (asked.kind === 'index') answer({ kind: 'indexes', indexes: indexTexts(asked.texts) })
  else answer({ kind: 'tried', tried: tryShare(asked) })
})

/** Tries the cases that fall to this thread, on the pack as a server reads it. */
function tryShare({ pack, documents, asOf }: Extract<Asked, { kind: 'cases' }>) {
  const database = new Database(Buffer.from(pack.buffer, pack.byteOffset, pack.byteLength), { readonly: true })
  const bodies = database.prepare<[], { body: string }>('SELECT body FROM document ORDER BY position').all()
  const book = readBook(
    database,
    bodies.map(({ body }) => JSON.parse(body) as DocumentBody),
  )
  return tryCases(shareOf(documents, turns), { book, placeOf: placesOf(apart.geo), asOf })
}

function answer(answered: Answered): void {
  parentPort?.postMessage(answered)
}
