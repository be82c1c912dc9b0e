import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { copyForDevices } from './copy-for-devices.ts'
import { cannotOpen, type KnowledgeBase, type KnowledgeBaseMeta, knowledgeBaseOver, readMeta } from './knowledge-base.ts'

export type { Beyond, KnowledgeBase, KnowledgeBaseMeta, Ranking } from './knowledge-base.ts'

/** Opens a pack. Throws an `OperatorError` that says what to do if the file is missing, is not a pack, is damaged, or has another format. */
export function openKnowledgeBase(file: string): KnowledgeBase {
  if (!existsSync(file)) throw missing(file)
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return knowledgeBaseOver(database, { file, copyForDevices: () => copyForDevices(database) })
  } catch (error) {
    database.close()
    throw error instanceof RangeError ? error : cannotOpen(file, { es: 'está dañada', en: 'it is damaged' }, error)
  }
}

/** Reads the metadata of a pack without loading the rest. Throws like `openKnowledgeBase`. */
export function packMeta(file: string): KnowledgeBaseMeta {
  if (!existsSync(file)) throw missing(file)
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return readMeta(database, file)
  } finally {
    database.close()
  }
}

function missing(file: string) {
  return cannotOpen(file, { es: 'no existe; ejecute «npm run kb:build»', en: 'no such file; run "npm run kb:build"' })
}
