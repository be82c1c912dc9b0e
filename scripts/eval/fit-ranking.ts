import { writeFileSync } from 'node:fs'
import { type FeatureName, featureNames } from '../../server/ask/features.ts'
import { openRanker } from '../../server/ask/ranker.ts'
import { defaultPackFile } from '../../server/config/defaults.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { crossValidate, type First, fitWeights, weightsText } from './fit.ts'
import { heldOut, keyedFile } from './keyed-questions.ts'
import { examplesOf } from './training.ts'

/** Parts of the documents that cross-validation keeps apart. */
const folds = 6

/** Weights that earlier questions gave, of the base's own rules and of people's: the fit stays near them unless the questions of the file say otherwise. */
const prior: Partial<Record<FeatureName, number>> = {
  asked: 4.3,
  asked_of_article: 2.7,
  name: 4.9,
  text: 2.1,
  context: 1.1,
  meaning: 3.5,
  meaning_of_article: 1,
  search: 1.5,
  search_share: 1.5,
  unknown: -4,
  covered: 5.9,
  title_not_said: -1.8,
  element: 0.1,
  element_other: 0.1,
  parameter: 0.3,
  parameter_other: -0.3,
  symbol: 2.8,
  symbol_other: -2.8,
  unit: 1.4,
  unit_asked: 0.9,
  unit_asked_other: -1,
  count: 0.6,
  count_other: -0.6,
  side: 0.7,
  given: 0.6,
  not_given: -0.8,
  contradicted: -1.9,
  threshold: 1.3,
  document: 1.3,
  document_other: -4,
  regional: 3,
  cte: -0.2,
  paragraph: -0.1,
  paragraph_figure: 0.8,
}

/**
 * Fits the weights of the ranker on the part of a keyed file that is not held out; writes `kb/vocabulary/ranking.yaml` and prints how the first candidate
 * does, each question judged with weights fitted on other documents.
 */
export function fitRanking(json: unknown): void {
  const kb = openKnowledgeBase(defaultPackFile)
  const items = keyedFile.parse(json).items.filter(({ expect }) => !heldOut.has(expect.document ?? ''))
  const keyed = examplesOf(kb, openRanker(kb), items)
  const start = featureNames.map((name) => prior[name] ?? 0)
  const validated = crossValidate(keyed, start, folds)
  const weights = fitWeights(keyed, start)
  report('cross-validated', validated)
  for (const score of [-2, -1, 0, 1, 2, 3, 4]) {
    const sure = validated.filter((one) => one.score >= score)
    console.log(`  score ≥ ${score}: ${sure.length} answered, ${sure.filter(({ label }) => label > 0).length} with a figure asked for`)
  }
  writeFileSync(
    'kb/vocabulary/ranking.yaml',
    `# Weights of the features in server/ask/features.ts: written by npm run eval -- --fit FILE. An answer needs least_score (server/ask/sureness.ts).\nweights:\n${weightsText(weights)}\nleast_score: ${kb.ranking.least_score}\n`,
  )
}

function report(name: string, all: readonly First[]): void {
  const count = (is: (one: First) => boolean): number => all.filter(is).length
  console.log(
    `${name}: ${all.length} questions; first answers whole ${count(({ label }) => label === 1)}, in part ${count(({ label }) => label > 0)}; some candidate does ${count(({ best }) => best > 0)}`,
  )
}
