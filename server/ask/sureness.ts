import { type FeatureName, featureNames } from './features.ts'
import type { Ranked } from './ranker.ts'

/** Features that do not rest on the words that question and unit share. */
const beyondWords: readonly FeatureName[] = ['meaning', 'meaning_of_article', 'search', 'search_share']

/** What each ranking that puts the same article first adds, what the lead over the next article adds, and how much of a lead counts. */
const [worthOfVote, worthOfLead, mostLead] = [1, 0.6, 3]

/** What is added where search and two of the other rankings agree, and taken where at most one ranking puts the article first. */
const [worthOfAgreement, lossOfDissent] = [3, 2]

/**
 * How sure an answer is that begins with `first`: its score, more where other ways to rank put its article first too (words alone, word vectors, search,
 * questions asked before), yet more where search is among three of them, less where at most one does; and more the further the next article is behind.
 * Measured: BENCHMARKS.md.
 */
export function sureness(ranked: readonly Ranked[], first: Ranked): number {
  const { isFound, votes } = votesFor(ranked, first)
  const agreement = isFound && votes > 2 ? worthOfAgreement : votes < 2 ? -lossOfDissent : 0
  return first.score + worthOfVote * votes + agreement + worthOfLead * leadOf(ranked, first)
}

/**
 * True if the article of what ranks first is also the first that search finds, and first by one more of the other rankings; or if the next article is far
 * behind.
 */
export function isLikely(ranked: readonly Ranked[], first: Ranked): boolean {
  const { isFound, votes } = votesFor(ranked, first)
  return (isFound && votes > 1) || leadOf(ranked, first) >= clearLead
}

/** A lead with which half as many articles again are right as wrong, where nothing else tells. */
const clearLead = 1

/** How far the next article is behind, at most `mostLead`. */
function leadOf(ranked: readonly Ranked[], first: Ranked): number {
  const next = ranked.find((one) => !isSameArticle(one, first))
  return next === undefined ? mostLead : Math.max(0, Math.min(mostLead, first.score - next.score))
}

/** How many rankings put the article of `first` first, and whether search is one of them. */
function votesFor(ranked: readonly Ranked[], first: Ranked): { readonly isFound: boolean; readonly votes: number } {
  const isFound = feature('search')(first) === 1
  const others = [lexicalScore, feature('meaning'), feature('asked')].filter((scoreOf) => isSameArticle(highest(ranked, scoreOf), first))
  return { isFound, votes: others.length + Number(isFound) }
}

function isSameArticle(one: Ranked | undefined, other: Ranked): boolean {
  return one?.unit.document === other.unit.document && one.unit.section === other.unit.section
}

function feature(name: FeatureName): (one: Ranked) => number {
  const position = featureNames.indexOf(name)
  return ({ features }) => features[position] ?? 0
}

/** The score without what does not rest on shared words. */
function lexicalScore({ score, features, weights }: Ranked): number {
  return beyondWords.reduce((rest, name) => {
    const position = featureNames.indexOf(name)
    return rest - (features[position] ?? 0) * (weights[position] ?? 0)
  }, score)
}

function highest(ranked: readonly Ranked[], scoreOf: (one: Ranked) => number): Ranked | undefined {
  let best: Ranked | undefined
  for (const one of ranked) if (best === undefined || scoreOf(one) > scoreOf(best)) best = one
  return best
}
