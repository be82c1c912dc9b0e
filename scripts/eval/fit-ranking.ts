import { writeFileSync } from 'node:fs'
import { answerUnits } from '../../kb/compiler/answer-units.ts'
import { compile } from '../../kb/compiler/compile.ts'
import { type FeatureName, featureNames } from '../../server/ask/features.ts'
import { openRanker } from '../../server/ask/ranker.ts'
import { defaultPackFile } from '../../server/config/defaults.ts'
import { buildAnswerIndex, openAnswerIndex } from '../../server/kb/answer-index.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { crossValidate, type First, firsts, fitWeights, weightsText } from './fit.ts'
import { heldOut, keyedFile } from './keyed-questions.ts'
import { examplesOf, examplesOfLeft, leaveOut } from './training.ts'

/** Parts of the documents that cross-validation keeps apart. */
const folds = 6

/** What is believed of features that few questions try: the weights stay near, unless the questions say otherwise. */
const prior: Partial<Record<FeatureName, number>> = {
  asked: 4,
  asked_of_article: 2,
  name: 4,
  text: 2,
  context: 1,
  covered: 5,
  title_not_said: -2,
  element: 1,
  element_other: -0.7,
  parameter: 1.5,
  parameter_other: -1.5,
  symbol: 3,
  symbol_other: -3,
  unit: 1,
  unit_asked: 1,
  unit_asked_other: -1,
  side: 0.7,
  given: 0.7,
  not_given: -1,
  contradicted: -2,
  threshold: 1,
  threshold_other: -0.5,
  document: 2,
  document_other: -2,
  regional: 2,
  shown_only: -0.3,
  paragraph: -0.5,
}

/**
 * Fits the weights of the ranker on the part of a keyed file that is not held out, and on questions of rules that the index was built without; writes
 * `kb/vocabulary/ranking.yaml` and prints how the first candidate does, each question judged with weights fitted on other documents.
 */
export function fitRanking(json: unknown): void {
  const { compiled, problems } = compile('kb')
  if (compiled === undefined)
    throw new Error(
      `kb has problems: ${problems
        .slice(0, 3)
        .map(({ file, message }) => `${file}: ${message}`)
        .join('; ')}`,
    )
  const { units, articles } = answerUnits(compiled)
  const { units: kept, left } = leaveOut(units)
  const kb = openKnowledgeBase(defaultPackFile)
  const keyed = examplesOf(
    kb,
    openRanker(kb),
    keyedFile.parse(json).items.filter(({ expect }) => !heldOut.has(expect.document ?? '')),
  )
  const asked = examplesOfLeft(kb, openRanker(kb, openAnswerIndex(buildAnswerIndex(kept, articles))), left).filter(({ fold }) => !heldOut.has(fold))
  const start = featureNames.map((name) => prior[name] ?? 0)
  const validated = crossValidate(keyed, start, folds, asked)
  const weights = fitWeights([...keyed, ...asked], start)
  report('keyed, cross-validated', validated)
  report('questions left out of the index', firsts(asked, weights))
  for (const score of [-2, -1, 0, 1, 2, 3, 4]) {
    const sure = validated.filter((one) => one.score >= score)
    console.log(`  score ≥ ${score}: ${sure.length} answered, ${sure.filter(({ label }) => label > 0).length} with a figure asked for`)
  }
  writeFileSync(
    'kb/vocabulary/ranking.yaml',
    `# Weights of the features in server/ask/features.ts: written by npm run eval -- --fit FILE. An answer needs least_score.\nweights:\n${weightsText(weights)}\nleast_score: ${kb.ranking.least_score}\n`,
  )
}

function report(name: string, all: readonly First[]): void {
  const count = (is: (one: First) => boolean): number => all.filter(is).length
  console.log(
    `${name}: ${all.length} questions; first answers whole ${count(({ label }) => label === 1)}, in part ${count(({ label }) => label > 0)}; some candidate does ${count(({ best }) => best > 0)}`,
  )
}
