import Database from 'better-sqlite3'
import { Fraction } from 'fraction.js'
import { expect, inject, test, vi } from 'vitest'
import { ruleKey } from '../../server/engine/rule-list.ts'
import { resolveTerms } from '../../server/engine/terms.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { areIndexesTrue } from '../../server/kb/pack-indexes.ts'

test('the compiled knowledge base finds every rule and term where it stands', () => {
  const database = new Database(inject('packFile'), { readonly: true })
  expect(areIndexesTrue(database)).toBe(true)
  database.close()
})

test('a rule is the same object however it is found, and under every element that it names', () => {
  const kb = openKnowledgeBase(inject('packFile'))
  const [first] = kb.book.ruleIndex.get(ruleKey('cubierta', 'transmitancia-termica')) ?? []
  const wrong = kb.book.rules.filter(
    (loaded) =>
      kb.book.ruleByKey.get(`${loaded.document}/${loaded.rule.id}`) !== loaded ||
      loaded.rule.element.some((element) => kb.book.ruleIndex.get(ruleKey(element, loaded.rule.parameter))?.includes(loaded) !== true),
  )
  expect(wrong).toEqual([])
  expect(first === undefined || kb.book.rules.includes(first)).toBe(true)
  // None beside those: a rule under an element that it does not name would decide where it says nothing.
  const named = kb.book.rules.reduce((sum, { rule }) => sum + rule.element.length, 0)
  expect([...kb.book.ruleIndex.values()].reduce((sum, rules) => sum + rules.length, 0)).toBe(named)
  kb.close()
})

test.each([
  ['cubierta', 'transmitancia', 'W/m²K'],
  ['escalera', 'contrahuella', 'cm'],
  ['pasillo', 'anchura', 'm'],
])('a first request in plain words, %s · %s, reads the terms that it names and not the whole vocabulary', (element, parameter, unit) => {
  const kb = openKnowledgeBase(inject('packFile'))
  const parse = vi.spyOn(JSON, 'parse')
  resolveTerms(kb.book, { element, parameter, value: new Fraction('0.3'), unit })
  const read = parse.mock.calls.length
  parse.mockRestore()
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(kb.book.elements.byId.size / 4)
  kb.close()
})
