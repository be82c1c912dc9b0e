import { expect, test } from 'vitest'
import { plomada } from '../run-cli.ts'

test('what is yes or no is asked as a choice, and documents are cited by their names', async () => {
  const { out } = await plomada(process.cwd(), 'ifc', 'test/fixtures/ifc/piso.ifc', '--geo', 'ES-28079', '--json')
  const report = JSON.parse(out) as {
    questions: { field: string; allowed: { value: string; label: string }[] }[]
    results: { citation: string }[]
  }
  expect(report.questions.find(({ field }) => field === 'uso_publico')?.allowed).toEqual([
    { value: 'true', label: 'Sí' },
    { value: 'false', label: 'No' },
  ])
  expect(report.questions.find(({ field }) => field === 'personas')?.allowed).toEqual([])
  const cited = new Set(report.results.flatMap(({ citation }) => (citation === '' ? [] : [citation.split(' ')[0]])))
  expect([...cited].toSorted()).toEqual(['DB-HE', 'DB-SUA'])
})
