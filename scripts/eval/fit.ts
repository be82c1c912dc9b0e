import { featureNames } from '../../server/ask/features.ts'
import type { Example } from './training.ts'

/** Rate and rounds of gradient descent, and how strongly weights are held near the prior. */
const [rate, rounds, penalty] = [1, 300, 0.2]

/** Fits weights so that the candidates that answer come first: softmax over the candidates of each question. Deterministic. */
export function fitWeights(examples: readonly Example[], start: readonly number[]): number[] {
  const usable = examples.flatMap(({ candidates }) => {
    const total = candidates.reduce((sum, { label }) => sum + label ** 2, 0)
    return total === 0 ? [] : [candidates.map(({ features, label }) => ({ features, target: label ** 2 / total }))]
  })
  const weights = [...start]
  for (let round = 0; round < rounds; round++) {
    const gradient = weights.map((weight, feature) => -penalty * (weight - (start[feature] ?? 0)))
    for (const candidates of usable) {
      const scores = candidates.map(({ features }) => dot(features, weights))
      const top = Math.max(...scores)
      const powers = scores.map((score) => Math.exp(score - top))
      const sum = powers.reduce((total, power) => total + power, 0)
      for (const [index, { features, target }] of candidates.entries()) {
        const off = (target - (powers[index] ?? 0) / sum) / usable.length
        for (const [feature, value] of features.entries()) gradient[feature] = (gradient[feature] ?? 0) + off * value
      }
    }
    for (const [feature, value] of gradient.entries()) weights[feature] = (weights[feature] ?? 0) + rate * value
  }
  return weights
}

function dot(features: readonly number[], weights: readonly number[]): number {
  return features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0)
}

/** The first candidate of a question: its label, and the best label that any candidate has. */
export interface First {
  readonly id: string
  readonly score: number
  readonly label: number
  readonly best: number
  readonly what: string
}

/** Score and label of the first candidate of each example under some weights, with the best label that any candidate has. */
function firsts(examples: readonly Example[], weights: readonly number[]): First[] {
  return examples.flatMap(({ id, candidates }) => {
    const ordered = candidates.map((one) => ({ ...one, score: dot(one.features, weights) })).sort((left, right) => right.score - left.score)
    const [first] = ordered
    return first === undefined
      ? []
      : [
          {
            id,
            score: first.score,

            label: first.label,
            best: Math.max(...candidates.map(({ label }) => label)),
            what: first.what,
          },
        ]
  })
}

/** Cross-validation: each fold is measured with weights fitted on the others. */
export function crossValidate(examples: readonly Example[], start: readonly number[], folds: number): First[] {
  const names = [...new Set(examples.map(({ fold }) => fold))].sort()
  const foldOf = new Map(names.map((name, index) => [name, index % folds]))
  return Array.from({ length: folds }, (_, fold) => {
    const weights = fitWeights(
      examples.filter((one) => foldOf.get(one.fold) !== fold),
      start,
    )
    return firsts(
      examples.filter((one) => foldOf.get(one.fold) === fold),
      weights,
    )
  }).flat()
}

/** The weights as YAML, by name. */
export function weightsText(weights: readonly number[]): string {
  return featureNames.map((name, index) => `  ${name}: ${(Math.round((weights[index] ?? 0) * 1000) / 1000).toString()}`).join('\n')
}
