import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Library, openLibrary } from '../../server/library/library.ts'
import { type DocumentLimits, documentLimits } from '../../server/library/read-document.ts'

export const terminal = { kind: 'terminal' } as const

/** An empty folder. */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'plomada-biblioteca-test-'))
}

/** Opens a library in a new folder. */
export function newLibrary(limits: Partial<DocumentLimits> = {}): { readonly library: Library; readonly folder: string } {
  const folder = emptyFolder()
  return { folder, library: openLibrary(folder, () => new Date('2026-11-28T10:00:00Z'), { limits: { ...documentLimits, ...limits } }) }
}

/** Adds a document from a file of this content. */
export async function addFile(library: Library, name: string, content: string | Uint8Array) {
  const file = join(emptyFolder(), name)
  writeFileSync(file, content)
  return (await library.add({ source: { file }, name, by: terminal })).document
}

/** A .docx with the given XML as its text. */
export async function docxFile(body: string): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate')
  const xml = `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  return zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8(xml) })
}
