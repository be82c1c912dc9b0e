import { type SingleQuestion, singleQuestions } from '../ask/compound.ts'
import type { AskReply } from './ask-schema.ts'

/**
 * The answer to a question for several things, put together from that to the whole and those to each of them that add a figure; undefined if it is one
 * question, if the answer to the whole has a figure for each, or if nothing is added. A part that names nothing (`¿y a qué distancia?`) is of what the
 * others are: it is answered from their article only, and one that names a thing from their document.
 */
export function compoundReply(question: string, whole: AskReply, { answer, namesThing }: Asked): AskReply | undefined {
  const parts = singleQuestions(question)
  const [first, ...others] = parts
  if (first === undefined || whole.figures.filter(({ bounds }) => bounds.length > 0).length >= parts.length) return undefined
  const begin = answer(first)
  const near = [...whole.figures, ...begin.figures]
  const further = others.map((part) => {
    const reply = answer(part)
    const isNear = reply.figures.some((own) =>
      near.some((one) => own.code_slug === one.code_slug && (namesThing(part) || own.section_slug === one.section_slug)),
    )
    return isNear ? [reply] : []
  })
  const known = new Set<string>()
  const answered = [whole, begin, ...further.flat()].filter(({ figures }) => {
    const isNew = figures.some(({ rule, bounds }) => bounds.length > 0 && !known.has(rule))
    for (const { rule } of figures) known.add(rule)
    return isNew
  })
  return answered.length < 2 ? undefined : together(answered)
}

interface Asked {
  /** Answers one of the parts. */
  readonly answer: (part: SingleQuestion) => AskReply
  /** True if a part names a thing by itself. */
  readonly namesThing: (part: SingleQuestion) => boolean
}

function together(replies: readonly AskReply[]): AskReply {
  const sources = replies.flatMap((reply) => reply.sources)
  const figures = replies.flatMap((reply) => reply.figures)
  return {
    answer: withoutRepeats(replies.flatMap((reply) => reply.answer.split('\n'))).join('\n'),
    quoted: [...new Set(replies.flatMap(({ quoted }) => quoted ?? []))].join('\n…\n'),
    sources: sources.filter(({ url }, index) => sources.findIndex((one) => one.url === url) === index),
    grounded: true,
    kind: replies.some(({ kind }) => kind === 'missing') ? 'missing' : 'several',
    verdict: null,
    assumes: [],
    figures: figures.filter(({ rule }, index) => figures.findIndex((one) => one.rule === rule) === index),
    suggestions: [],
  }
}

/** Lines without those that are there already; the rows of a table stay together with what they are of. */
function withoutRepeats(lines: readonly string[]): string[] {
  return lines.filter((line, index) => line.startsWith('- ') || line.endsWith(':') || lines.indexOf(line) === index)
}
