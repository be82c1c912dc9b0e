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
  /** How to treat articles of an earlier import that this one does not write. */
  readonly vanished: 'keep' | 'delete'
}

/** What a consolidated norm of the BOE becomes: a document with its official text, article by article, as of every day on which it changed. Its tables stay, and so do the rules in its articles, at the end of the new text of each. */
export function planBoe(request: BoeRequest): ImportPlan {
  const norm = readNorm(request.file, request.bytes)
  const all = editionsOf(norm)
  const editions = all.slice(0, all.findLastIndex(({ placed }) => placed.length > 0) + 1)
  if (editions.length === 0) refuse(request.file, 1, 'has no precept in force on any day: expected <bloque tipo="precepto">')
  const naming = namingOf(request, norm)
  const folder = `normativa/${naming.collection}/${naming.slug}`
  const there = openSources(request.root)
  const kept = new Set(there.list(`${folder}/sections`, '.md'))
  const sections = new Map(
    [...sectionFiles(norm, editions)].map(([name, text]) => {
      const file = `${folder}/sections/${name}`
      return [file, kept.has(file) ? withRules(text, there.read(file)) : text]
    }),
  )
  const left = there.list(`${folder}/sections`, '.md').filter((file) => !sections.has(file))
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

/** A new text with the rules of the old one behind it: where each belongs, somebody who reads both decides. */
function withRules(text: string, before: string): string {
  const rules = before.match(/^```regla [^\n]*\n[\s\S]*?^```$/gm) ?? []
  return rules.length === 0 ? text : `${text.trimEnd()}\n${rules.join('\n')}\n`
}
