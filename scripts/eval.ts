import { existsSync, readFileSync } from 'node:fs'
import { snowball } from '../server/kb/text-analysis.ts'
import { engines, measure } from './eval/search-engines.ts'
import { mistyped, readSquad, type SquadTask, unaccented } from './eval/squad.ts'

/**
 * `npm run eval -- <file>…` evaluates search on files in SQuAD format (question and its paragraph) and `ask` on our question files (question and
 * expected rule, figure or refusal). `--fit` fits the weights of the ranker on one, `--vectors` the vectors of words on the questions of the base.
 * `--sections=N` times searches in the knowledge base and in a synthetic one with N sections.
 */
const sections = process.argv.find((argument) => argument.startsWith('--sections='))
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (process.argv.includes('--vectors')) {
  const { fitVectors } = await import('./eval/fit-vectors.ts')
  fitVectors()
} else if (sections !== undefined) {
  const { evaluateScale } = await import('./eval/scale.ts')
  evaluateScale(Number(sections.slice('--sections='.length)))
} else if (files.length === 0) console.log('Usage: npm run eval -- <file>…   (SQuAD format, or our own question files)')
const [vocabulary, stemmed] = files.filter((file) => file.endsWith('.txt') && existsSync(file))
if (vocabulary !== undefined && stemmed !== undefined) compareStems(vocabulary, stemmed)
for (const file of files.filter((name) => !name.endsWith('.txt'))) {
  if (!existsSync(file)) console.log(`${file}: not there, skipped`)
  else {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const squad = readSquad(json)
    if (squad !== undefined) compareEngines(file, squad)
    else if (isKeyed(json) && process.argv.includes('--fit')) {
      const { fitRanking } = await import('./eval/fit-ranking.ts')
      fitRanking(json)
    } else if (isKeyed(json)) {
      const { evaluateKeyed } = await import('./eval/keyed-evaluation.ts')
      await evaluateKeyed(
        file,
        json,
        new Set(
          process.argv
            .find((argument) => argument.startsWith('--show='))
            ?.slice('--show='.length)
            .split(','),
        ),
      )
    } else {
      const { evaluateQuestions } = await import('./eval/questions.ts')
      await evaluateQuestions(file, json)
    }
  }
}

/** True for a file whose questions are keyed with `must_say`. */
function isKeyed(json: unknown): boolean {
  const items: unknown = typeof json === 'object' && json !== null && 'items' in json ? json.items : undefined
  return Array.isArray(items) && JSON.stringify(items[0]).includes('"must_say"')
}

/** Compares our stemmer with the Snowball test vector: a file of words and a file of their stems, line by line. */
function compareStems(vocabulary: string, stemmed: string): void {
  const [words, stems] = [vocabulary, stemmed].map((file) => readFileSync(file, 'utf8').trim().split('\n'))
  const wrong = (words ?? []).filter((word, index) => snowball(word) !== stems?.[index])
  console.log(
    `Snowball vector: ${(words?.length ?? 0) - wrong.length} of ${words?.length}${wrong.length === 0 ? '' : `; not: ${wrong.slice(0, 10).join(' ')}`}`,
  )
}

function compareEngines(file: string, { paragraphs, questions }: SquadTask): void {
  const articles = paragraphs.map(({ id, text }) => ({ id, number: '', title: '', names: '', asked: '', text }))
  console.log(`\n${file}: ${paragraphs.length} paragraphs, ${questions.length} questions`)
  console.log('engine                  questions      nDCG@10    R@1    R@5    MRR   ms mean    p99')
  const kinds = { 'as asked': (text: string) => text, 'no accents': unaccented, mistyped }
  for (const [name, build] of Object.entries(engines)) {
    const search = build(articles)
    for (const { text } of questions.slice(0, 100)) search(text)
    for (const [kind, change] of Object.entries(kinds)) {
      const found = measure(
        search,
        questions.map(({ text, paragraph }) => ({ text: change(text), paragraph })),
      )
      console.log(
        `${name.padEnd(23)} ${kind.padEnd(12)} ${found.ndcg.toFixed(4).padStart(9)} ${found.first.toFixed(3)}  ${found.five.toFixed(3)}  ${found.mrr.toFixed(3)} ${found.mean.toFixed(2).padStart(8)} ${found.p99.toFixed(2).padStart(7)}`,
      )
    }
  }
}
