import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import { ruleIndexOf, type StoredRuleIndex } from '../engine/rule-list.ts'
import type { StoredVocabulary } from '../engine/stored-vocabulary.ts'
import { metaJson, readRules, vocabularyOf } from './read-book.ts'

/** True if what finds the rules and terms of an open pack finds each of them where it stands. */
export function areIndexesTrue(database: Database.Database): boolean {
  const rules = metaJson<StoredRuleIndex>(database, 'rule_index')
  const names = metaJson<StoredVocabulary>(database, 'term_index')
  return (
    (rules === undefined || isDeepStrictEqual(rules, ruleIndexOf(readRules(database)))) &&
    (names === undefined || isDeepStrictEqual(names, vocabularyOf(database)))
  )
}
