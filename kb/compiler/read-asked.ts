import { z } from 'zod'
import { lineIn, readYaml, type SourceFolder } from './source-file.ts'

/** The questions that people ask of one article: of it as a whole, and of each of its rules, by rule. */
export interface AskedFile {
  readonly file: string
  /** Name of the article's file, without ending. */
  readonly article: string
  readonly section: readonly string[]
  readonly rules: ReadonlyMap<string, readonly string[]>
}

const question = z.string().min(6).max(200)
const askedSource = z.strictObject({
  section: z.array(question).default([]),
  rules: z.record(z.string(), z.array(question)).default({}),
})

/** Reads `asked/*.yaml` of a document's folder. Faults are reported to `sources`; what cannot be read is left out. */
export function readAsked(sources: SourceFolder, folder: string): AskedFile[] {
  return sources.list(`${folder}/asked`, '.yaml').flatMap((file) => {
    const read = readYaml(sources, file, askedSource)
    if (read === undefined) return []
    const { section, rules } = read.value
    return [{ file, article: file.slice(`${folder}/asked/`.length, -'.yaml'.length), section, rules: new Map(Object.entries(rules)) }]
  })
}

/** The line of a question: of the article (`undefined`) or of a rule, counted from 0. */
export function lineOfQuestion(sources: SourceFolder, { file }: AskedFile, rule: string | undefined, index: number): number {
  return lineIn(sources, file, rule === undefined ? ['section', index] : ['rules', rule, index])
}
