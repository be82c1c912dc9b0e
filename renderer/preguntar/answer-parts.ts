import type { Outputs } from '../api.ts'
import type { Text } from '../text.ts'

export type Answer = Outputs['ask']
export type Figure = Answer['figures'][number]

/** A figure of an answer with what the text says of it: its verdict, place and conditions, or its values. */
export interface Case {
  readonly figure: Figure
  readonly notes: readonly string[]
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cases'; readonly cases: readonly Case[] }
  | { readonly kind: 'values'; readonly rows: readonly (readonly [string, string])[] }

/** An answer split into what is shown in its own way. */
export interface AnswerParts {
  readonly parts: readonly Part[]
  /** The lines of the quoted paragraph. */
  readonly quote: readonly string[]
}

/** Splits the text of an answer: sentences, cases (lines on one of several figures), values of a missing condition (other lines with a dash), quotation. */
export function answerParts({ answer, figures, kind }: Pick<Answer, 'answer' | 'figures' | 'kind'>): AnswerParts {
  const { said, quote } = withoutQuote(answer, kind)
  const left = new Set(figures.length > 1 ? figures : [])
  const parts: Part[] = []
  for (const line of said.split('\n')) {
    const part = partOf(line, left)
    const last = parts.at(-1)
    if (part.kind === 'cases' && last?.kind === 'cases') parts[parts.length - 1] = { kind: 'cases', cases: [...last.cases, ...part.cases] }
    else if (part.kind === 'values' && last?.kind === 'values') parts[parts.length - 1] = { kind: 'values', rows: [...last.rows, ...part.rows] }
    // The citation below the values is among the sources.
    else if (part.kind !== 'text' || !(part.text === '' || (last?.kind === 'values' && part.text.startsWith('(')))) parts.push(part)
  }
  return { parts, quote }
}

/** The reason of a refusal, without the list of what comes nearest. */
export function reasonOf(answer: string): string {
  return (answer.split('\n')[0] ?? '').replace(/ Mire aquí:$/, '')
}

/** An answer as screen readers announce it: the verdict and the first sentence, or the reason of a refusal. */
export function spokenAnswer(answer: Answer, { verdict, preguntar }: Pick<Text, 'verdict' | 'preguntar'>): string {
  const [first = ''] = answer.answer.split('\n')
  if (!answer.grounded) return `${preguntar.refusal}. ${reasonOf(answer.answer)}`
  const told = answer.verdict === null ? '' : `${answer.verdict === 'COMPLIANT' ? verdict.complies : verdict.fails}. `
  return `${told}${first}`
}

function withoutQuote(answer: string, kind: Answer['kind']): { readonly said: string; readonly quote: readonly string[] } {
  const [first = '', ...others] = answer.split('\n')
  if (kind === 'extract' && first.endsWith(':')) return { said: first, quote: others }
  const start = answer.indexOf('\n«')
  if (start < 0 || !answer.endsWith('»')) return { said: answer, quote: [] }
  return { said: answer.slice(0, start), quote: answer.slice(start + 2, -1).split('\n') }
}

/** What a line is. Its figure is taken out of those left. */
function partOf(line: string, left: Set<Figure>): Part {
  const found = caseOf(line, left)
  if (found !== undefined) {
    left.delete(found.figure)
    return { kind: 'cases', cases: [found] }
  }
  if (!line.startsWith('- ')) return { kind: 'text', text: line.trim() }
  const [name = '', value = ''] = line.slice(2).split(/:\s+(?=[^:]*$)/)
  return { kind: 'values', rows: [[name, value]] }
}

/** A line on a figure: `- title: como mínimo 28 cm, con uso: vivienda`, or `27 cm no cumple. Title en Madrid: como mínimo 28 cm (citation).` */
function caseOf(line: string, left: Iterable<Figure>): Case | undefined {
  for (const figure of left) {
    const start = line.indexOf(figure.title)
    const [lead, rest] = [line.slice(0, start).replace(/^- /, '').trim(), line.slice(start + figure.title.length)]
    const [, where = '', said = ''] = /^( en [^:]*)?: (.+)$/.exec(rest) ?? []
    if (start < 0 || said === '' || said.endsWith(':') || !/^$|cumple\.$/.test(lead)) continue
    return {
      figure,
      notes: [lead, where.trim(), ...(line.startsWith('- ') ? notesOf(figure, said) : notesOf(figure, withoutCitation(said)))].filter(Boolean),
    }
  }
  return undefined
}

function withoutCitation(said: string): string {
  return said.replace(/ \([^()]* \([^()]*\), .*\)\.$/, '')
}

/** What is said of a figure beside its bounds: the conditions; if it has no bounds, its values. */
function notesOf({ bounds }: Figure, said: string): readonly string[] {
  if (bounds.length === 0) return said.startsWith('depende de ') ? [said] : said.split('; ')
  const start = said.indexOf(', con ')
  return start < 0 ? [] : [said.slice(start + ', con '.length)]
}
