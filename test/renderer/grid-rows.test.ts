import { describe, expect, test } from 'vitest'
import { byDocument, filtered, rowsOf, sorted } from '../../renderer/proyectos/grid-rows.ts'
import type { Project } from '../../renderer/proyectos/project.ts'
import { withCopies, withoutChecks, withSameConditions } from '../../renderer/proyectos/project-changes.ts'
import type { Outcome } from '../../renderer/proyectos/use-outcomes.ts'

const check = (id: string, value: number, more = {}) => ({ id, element: id, parameter: 'u', value, unit: 'm', ...more })
const project: Project = { name: 'Casa', geo_id: 'ES-28079', checks: [check('a', 10), check('b', 9, { origin: 'Plano 2' }), check('c', 2.5)] }
const verdict = (isCompliant: boolean, slug: string) =>
  ({ outcome: 'verdict', verdict: { is_compliant: isCompliant, sources: [{ code_slug: slug }] } }) as unknown as Outcome
const problem = (missing: readonly { label: string }[], detail = 'No se puede') =>
  ({ outcome: 'problem', problem: { missing, detail } }) as unknown as Outcome
const words = { nameOf: ({ id }: { id: string }) => `Elemento ${id}`, missing: (labels: string) => `Falta: ${labels}`, language: 'es' as const }
const outcomes = [verdict(true, 'he'), problem([{ label: 'Uso' }, { label: 'Zona' }]), verdict(false, 'si')]
const rows = rowsOf(project, outcomes, words, new Map())
const ids = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join('')

describe('the rows of the grid', () => {
  test('say why a check is undecided, and stay the same objects while nothing changes', () => {
    expect(rows.map(({ result, reason, value }) => [result, reason, value])).toEqual([
      ['complies', '', '10 m'],
      ['undecided', 'Falta: Uso; Zona', '9 m'],
      ['fails', '', '2,5 m'],
    ])
    expect(rowsOf(project, [problem([])], words, new Map())[0]?.reason).toBe('No se puede')
    const before = new Map(rows.map((row) => [row.id, row]))
    const after = rowsOf(project, [outcomes[0], outcomes[1], undefined], words, before)
    expect(after.map((row, index) => row === rows[index])).toEqual([true, true, false])
  })
  test('are ordered by number, result or value, the worst result first, numbers as numbers', () => {
    expect(ids(sorted(rows, { column: 'number', direction: 'descending' }))).toBe('cba')
    expect(ids(sorted(rows, { column: 'result', direction: 'ascending' }))).toBe('cba')
    expect(ids(sorted(rows, { column: 'value', direction: 'ascending' }))).toBe('cba')
  })
  test('are filtered by their words and result, and grouped by document, those without one last', () => {
    expect(ids(filtered(rows, 'PLANO', ''))).toBe('b')
    expect(ids(filtered(rows, '', 'fails'))).toBe('c')
    expect(byDocument(rows).map(([document, group]) => [document, ids(group)])).toEqual([
      ['he', 'a'],
      ['si', 'c'],
      ['', 'b'],
    ])
  })
})

describe('what is done with several checks at once', () => {
  test('copies stand after their check, with an id of their own', () => {
    const copied = withCopies(project, new Set(['a', 'c'])).checks ?? []
    expect(copied.map(({ element }) => element).join('')).toBe('aabcc')
    expect(new Set(copied.map(({ id }) => id)).size).toBe(5)
  })
  test('conditions are stated by all of them, and taken from them where left empty', () => {
    const stated = withSameConditions(project, new Set(['a', 'b']), { uso: 'docente', altura: 3 })
    expect(stated.checks?.map(({ context }) => context)).toEqual([{ uso: 'docente', altura: 3 }, { uso: 'docente', altura: 3 }, undefined])
    expect(withSameConditions(stated, new Set(['a']), { uso: '' }).checks?.[0]?.context).toEqual({ altura: 3 })
  })
  test('they are removed', () => {
    expect(ids(withoutChecks(project, new Set(['b'])).checks ?? [])).toBe('ac')
  })
})
