import { z } from 'zod'
import { parseDecimal, toNumber } from '../../server/engine/decimal.ts'
import { convert } from '../../server/engine/unit.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { askIn } from './ask-in-process.ts'

const questionFile = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      geo_id: z.string().optional(),
      expect: z.object({
        answerable: z.boolean(),
        document: z.string().optional(),
        section_slug: z.string().optional(),
        limit_ref: z.string().optional(),
        figure: z.object({ op: z.string(), value: z.number(), unit: z.string() }).optional(),
        answer_must_mention: z.array(z.string()).optional(),
      }),
    }),
  ),
})
type Question = z.infer<typeof questionFile>['items'][number]

interface Answer {
  readonly answer: string
  readonly kind: string
  readonly sources: readonly { readonly code_slug: string; readonly url: string }[]
  readonly figures: readonly {
    readonly rule: string
    readonly unit: string
    readonly section_slug: string
    readonly bounds: readonly { readonly value: number | string }[]
  }[]
}

/** Asks the service each question and compares the answer with the expected rule, figure, unit and section, or refusal. Prints counts and times. */
export async function evaluateQuestions(file: string, json: unknown): Promise<void> {
  const { kb, ask: askService } = askIn()
  const { items } = questionFile.parse(json)
  const ask = async ({ question, geo_id }: Question): Promise<Answer> => (await askService(question, geo_id)) as Answer
  for (const item of items) await ask(item)
  const count = { answerable: 0, section: 0, rule: 0, exact: 0, wrongFigure: 0, refusedWrongly: 0, unanswerable: 0, refused: 0 }
  const times: number[] = []
  console.log(`\n${file}: ${items.length} questions, base ${kb.meta.version} ${kb.meta.sha256.slice(0, 12)}`)
  for (const item of items) {
    const started = performance.now()
    const answer = await ask(item)
    times.push(performance.now() - started)
    const { expect } = item
    let mark: string
    if (!expect.answerable) {
      count.unanswerable++
      if (answer.kind === 'refusal') count.refused++
      mark = answer.kind === 'refusal' ? 'refused ' : 'ANSWERED'
    } else {
      count.answerable++
      const isSection = answer.sources[0]?.url.includes(`/${expect.section_slug}?`) === true && answer.sources[0].code_slug === expect.document
      const isRule = answer.figures[0]?.rule.startsWith(expect.limit_ref ?? '') === true || (answer.figures.length === 0 && isSection)
      const stated = answer.figures.flatMap((figure) => figure.bounds.map((bound) => ({ ...figure, value: bound.value })))
      const isExact =
        expect.figure === undefined
          ? (expect.answer_must_mention ?? []).every((word) => answer.answer.toLowerCase().includes(word.toLowerCase())) && isSection
          : stated[0] !== undefined && sameFigure(kb, stated[0], expect.figure) && isSection
      if (isSection) count.section++
      if (isRule) count.rule++
      if (isExact) count.exact++
      if (answer.kind === 'refusal') count.refusedWrongly++
      const isWrong =
        answer.kind === 'figure' &&
        expect.figure !== undefined &&
        !stated.some((one) => expect.figure !== undefined && sameFigure(kb, one, expect.figure))
      if (isWrong) count.wrongFigure++
      mark = isExact ? 'exact   ' : isWrong ? 'WRONG   ' : isRule ? 'rule    ' : isSection ? 'section ' : `${answer.kind.slice(0, 8).padEnd(8)}`
    }
    console.log(
      `${item.id.padEnd(5)} ${mark} ${item.question.slice(0, 70).padEnd(70)} ${answer.kind}: ${
        answer.figures
          .map(({ rule, bounds }) => `${rule}=${bounds.map(({ value }) => value).join('/')}`)
          .join(' ')
          .slice(0, 100) || answer.answer.slice(0, 90).replace(/\n/g, ' ')
      }`,
    )
  }
  times.sort((left, right) => left - right)
  const share = (part: number, whole: number): string => `${part}/${whole} = ${(part / Math.max(1, whole)).toFixed(2)}`
  console.log(
    `right rule first ${share(count.rule, count.answerable)}; section first ${share(count.section, count.answerable)}; exact figure, unit and section ${share(count.exact, count.answerable)}`,
  )
  console.log(
    `wrong figure stated ${count.wrongFigure}; wrongly refused ${share(count.refusedWrongly, count.answerable)}; rightly refused ${share(count.refused, count.unanswerable)}`,
  )
  console.log(
    `ms a question: median ${(times[Math.floor(times.length / 2)] ?? 0).toFixed(1)}, p99 ${(times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)}`,
  )
  kb.close()
}

function sameFigure(
  { book }: KnowledgeBase,
  stated: { readonly value: number | string; readonly unit: string },
  wanted: { readonly value: number; readonly unit: string },
): boolean {
  if (typeof stated.value === 'string') return stated.value.includes(String(wanted.value))
  const [own, other] = [book.units.parse(stated.unit), book.units.parse(wanted.unit)]
  if (own === undefined || other === undefined || own.kind !== other.kind) return stated.value === wanted.value
  return toNumber(convert(parseDecimal(String(stated.value)), own, other)) === wanted.value
}
