import type { RuleBlock } from './rule-block.ts'
import type { SourceFolder } from './source-file.ts'

/** An article's text without its rules, and the rules that stood in it. */
export interface Fenced {
  readonly body: string
  /** The line of the file where each line of `body` stands. */
  readonly lines: readonly number[]
  readonly blocks: readonly RuleBlock[]
}

/** Takes the fenced blocks ```` ```regla id ```` out of an article. Any other fence is a fault, as is one that does not end. */
export function takeRules(sources: SourceFolder, file: string, body: string, firstLine: number): Fenced {
  const kept: { readonly text: string; readonly line: number }[] = []
  const blocks: RuleBlock[] = []
  let open: { id: string; line: number; lines: string[] } | undefined
  let paragraph: string | undefined
  for (const [index, line] of body.split('\n').entries()) {
    const [, info] = /^```(.*)$/.exec(line) ?? []
    if (open !== undefined && info !== undefined) {
      blocks.push({ id: open.id, text: open.lines.join('\n'), file, line: open.line + 1, paragraph })
      open = undefined
    } else if (open !== undefined) open.lines.push(line)
    else if (info !== undefined) {
      const id = /^regla ([a-z0-9][a-z0-9.-]*)$/.exec(info.trim())?.[1]
      if (id === undefined) sources.report(file, firstLine + index, `found a fence "${info}": expected "regla" and the id of the rule`)
      open = { id: id ?? '', line: firstLine + index, lines: [] }
      if (kept.at(-1)?.text === '') kept.pop()
    } else {
      paragraph = /\{#([a-z0-9-]+)\}/.exec(line)?.[1] ?? paragraph
      kept.push({ text: line, line: firstLine + index })
    }
  }
  if (open !== undefined) sources.report(file, open.line, `rule "${open.id}": the fence does not end`)
  return { body: kept.map(({ text }) => text).join('\n'), lines: kept.map(({ line }) => line), blocks }
}
