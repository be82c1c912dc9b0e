import { askIn } from './ask-in-process.ts'
import { type Answer, type Grade, grade, heldOut, type KeyedQuestion, keyedFile } from './keyed-questions.ts'

/** Asks each question of a keyed file and prints, for the part to develop on and the part held out, how many answers are right, wrong or refused. */
export async function evaluateKeyed(file: string, json: unknown, shown: ReadonlySet<string>): Promise<void> {
  const { items } = keyedFile.parse(json)
  const { kb, ask } = askIn()
  const graded: { item: KeyedQuestion; answer: Answer; result: Grade; ms: number }[] = []
  for (const item of items.slice(0, 20)) await ask(item.question, item.geo_id ?? undefined)
  for (const item of items) {
    const started = performance.now()
    const answer = (await ask(item.question, item.geo_id ?? undefined)) as Answer
    graded.push({ item, answer, result: grade(kb, item, answer), ms: performance.now() - started })
  }
  console.log(`\n${file}: ${items.length} questions, base ${kb.meta.version} ${kb.meta.sha256.slice(0, 12)}`)
  for (const [name, isIn] of [
    ['developed on', (item: KeyedQuestion) => !heldOut.has(item.expect.document ?? '')],
    ['held out', (item: KeyedQuestion) => heldOut.has(item.expect.document ?? '')],
  ] as const)
    report(
      name,
      graded.filter(({ item }) => isIn(item)),
    )
  const times = graded.map(({ ms }) => ms).sort((left, right) => left - right)
  console.log(`ms a question: median ${times[Math.floor(times.length / 2)]?.toFixed(1)}, p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(1)}`)
  // Single answers are shown for the developed part only, so that nobody tunes to the other.
  for (const { item, answer, result } of graded)
    if (
      (shown.has(result.mark) || (shown.has('verdict') && item.expect.verdict !== null && result.verdict !== 'right')) &&
      !heldOut.has(item.expect.document ?? '')
    )
      console.log(
        `${item.id} ${result.mark} ${item.style}/${item.lang} ${item.question}\n    want ${item.expect.document} ${item.expect.section} ${JSON.stringify(item.expect.must_say)} ${item.expect.verdict ?? ''} ${item.expect.figures.map(({ op, value, unit }) => `${op}${value}${unit}`).join(' ')}\n    got ${answer.kind} ${answer.sources.map((source) => `${source.code_slug} ${source.section}`).join(' | ')} :: ${answer.figures.map(({ rule, bounds, verdict }) => `${rule}=${bounds.map(({ value }) => value).join('/')}${verdict === null ? '' : ` ${verdict}`}`).join('; ')}\n    ${answer.answer.slice(0, 300).replaceAll('\n', ' / ')}`,
      )
  kb.close()
}

type Graded = { readonly item: KeyedQuestion; readonly answer: Answer; readonly result: Grade }

function report(name: string, graded: readonly Graded[]): void {
  const share = (rows: readonly Graded[], is: (row: Graded) => boolean): string => {
    const count = rows.filter(is).length
    return `${count}/${rows.length} = ${(count / Math.max(1, rows.length)).toFixed(2)}`
  }
  const mark = (wanted: Grade['mark']) => (row: Graded) => row.result.mark === wanted
  const answerable = graded.filter(({ item }) => item.expect.answerable && item.style !== 'trap')
  const judged = graded.filter(({ item }) => item.expect.verdict !== null)
  const traps = graded.filter(({ item }) => item.style === 'trap')
  const foreign = answerable.filter(({ item }) => item.lang !== 'es')
  console.log(
    `${name}: right ${share(answerable, mark('right'))}; in part ${share(answerable, mark('part'))}; wrong ${share(graded, mark('wrong'))}; other ${share(graded, mark('other'))}; refused ${share(answerable, mark('refused'))}, of them with the figures quoted ${share(answerable, ({ result }) => result.isShown)}; document ${share(answerable, ({ result }) => result.isDocument)}`,
  )
  console.log(
    `  verdicts right ${share(judged, ({ result }) => result.verdict === 'right')}, wrong ${share(judged, ({ result }) => result.verdict === 'wrong')}; traps ${share(traps, mark('right'))}; other languages ${share(foreign, mark('right'))}`,
  )
  for (const style of [...new Set(graded.map(({ item }) => item.style))].sort())
    console.log(
      `  ${style.padEnd(18)} right ${share(
        graded.filter(({ item }) => item.style === style),
        mark('right'),
      )}`,
    )
}
