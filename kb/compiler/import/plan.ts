import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One thing found, with a line for each place where it was found. */
export interface Finding {
  readonly heading: string
  readonly lines: readonly string[]
}

/** The changes that an import would make to a base. Paths are relative to its folder. */
export interface ImportPlan {
  readonly title: string
  readonly findings: readonly Finding[]
  /** The whole text of each file to be there afterwards. */
  readonly files: ReadonlyMap<string, string>
  readonly removals: readonly string[]
}

/** The files of a plan that differ from those on disk, and those to be removed. */
export function changesOf(root: string, plan: ImportPlan): { readonly created: string[]; readonly changed: string[]; readonly removed: string[] } {
  const differing = [...plan.files].filter(([file, text]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text)
  return {
    created: differing.flatMap(([file]) => (existsSync(join(root, file)) ? [] : [file])),
    changed: differing.flatMap(([file]) => (existsSync(join(root, file)) ? [file] : [])),
    removed: plan.removals.filter((file) => existsSync(join(root, file))),
  }
}

/** The plan as a list to read, each finding with its count and at most `most` of its lines. */
export function describePlan(root: string, plan: ImportPlan, most: number): string {
  const { created, changed, removed } = changesOf(root, plan)
  const same = plan.files.size - created.length - changed.length
  const files = [
    { heading: 'Files to create', lines: created },
    { heading: 'Files to change', lines: changed },
    { heading: 'Files to remove', lines: removed },
  ]
  const lines = [...plan.findings, ...files].flatMap((finding) => (finding.lines.length === 0 ? [] : describeFinding(finding, most)))
  return [plan.title, ...lines, ...(same > 0 ? [`Files that stay as they are: ${same}`] : [])].join('\n')
}

function describeFinding({ heading, lines }: Finding, most: number): string[] {
  const rest = lines.length - most
  const more = rest > 0 ? [`  … and ${rest} more: --all lists them`] : []
  return [`${heading}: ${lines.length}`, ...lines.slice(0, most).map((line) => `  ${line}`), ...more]
}

/** Does what the plan says. Every file is written beside its place first; only when all are there are they moved into it. */
export function applyPlan(root: string, plan: ImportPlan): void {
  const { created, changed, removed } = changesOf(root, plan)
  const fresh = [...created, ...changed].map((file) => ({ target: join(root, file), draft: `${join(root, file)}.${process.pid}.tmp`, file }))
  try {
    for (const { target, draft, file } of fresh) {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(draft, plan.files.get(file) ?? '')
    }
    for (const { target, draft } of fresh) renameSync(draft, target)
  } finally {
    for (const { draft } of fresh) rmSync(draft, { force: true })
  }
  for (const file of removed) rmSync(join(root, file))
}
