import { openSources } from '../source-file.ts'
import { documentText } from './boe-document.ts'
import { findingsOf } from './boe-findings.ts'
import { type NamingRequest, namingOf } from './boe-naming.ts'
import { readNorm } from './boe-norm.ts'
import { sectionFiles } from './boe-section.ts'
import { editionsOf } from './boe-timeline.ts'
import { refuse } from './malformed.ts'
import type { ImportPlan } from './plan.ts'

export interface BoeRequest extends NamingRequest {
  readonly bytes: Uint8Array
  /** What to do with articles of an earlier import that this one does not write. */
  readonly vanished: 'keep' | 'delete'
}

/** What a consolidated norm of the BOE becomes: a document with its official text, article by article, as of every day on which it changed. Tables, rules and cases of the document stay. */
export function planBoe(request: BoeRequest): ImportPlan {
  const norm = readNorm(request.file, request.bytes)
  const all = editionsOf(norm)
  const editions = all.slice(0, all.findLastIndex(({ placed }) => placed.length > 0) + 1)
  if (editions.length === 0) refuse(request.file, 1, 'has no precept in force on any day: expected <bloque tipo="precepto">')
  const naming = namingOf(request, norm)
  const folder = `normativa/${naming.collection}/${naming.slug}`
  const sections = new Map([...sectionFiles(norm, editions)].map(([name, text]) => [`${folder}/sections/${name}`, text]))
  const left = openSources(request.root)
    .list(`${folder}/sections`, '.md')
    .filter((file) => !sections.has(file))
  return {
    title: `${norm.identifier} "${norm.title}" → ${folder}`,
    findings: [
      ...findingsOf(request.root, norm, editions),
      {
        heading:
          request.vanished === 'keep'
            ? 'Articles there that the BOE does not give (kept: --delete removes them)'
            : 'Articles there that the BOE does not give (removed)',
        lines: left,
      },
    ],
    files: new Map([[`${folder}/document.yaml`, documentText(norm, editions, naming)], ...sections]),
    removals: request.vanished === 'delete' ? left : [],
  }
}
