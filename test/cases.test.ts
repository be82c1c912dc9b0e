import { expect, test } from 'vitest'
import { readDocuments } from '../kb/compiler/read-document.ts'
import { readVocabulary } from '../kb/compiler/read-vocabulary.ts'
import { openSources } from '../kb/compiler/source-file.ts'
import { isExact, parseExact, toNumber } from '../server/engine/decimal.ts'
import { bodyOf, type Json, startService } from './service.ts'

// Sends every worked example of the knowledge base to the service.
const { app: _app, post, kb } = startService()
const sources = openSources(process.env['PLOMADA_TEST_KB'] ?? 'kb')
const documents = readDocuments(sources, readVocabulary(sources))

test.each(documents.filter(({ cases }) => cases.length > 0))(
  'every case of $source.slug gives the expected result',
  async ({ source, cases, rules }) => {
    const failures: string[] = []
    let run = 0
    for (const { file, value: group } of cases) {
      const rule = rules.find(({ value }) => value.id === group.rule)?.value
      const newest = kb.book.documents.get(source.slug)?.editions.findLast(({ version }) => rule?.editions.includes(version))
      for (const one of group.cases) {
        run++
        const isClass = rule?.bound === 'class'
        const raw = JSON.stringify({
          element: one.element ?? rule?.element[0],
          parameter: rule?.parameter,
          value: isClass ? one.value : '@value@',
          unit: one.unit ?? rule?.unit,
          geo_id: one.at,
          codes: [{ slug: source.slug }],
          context: one.context,
          as_of: one.as_of ?? (newest !== undefined && newest.to !== null ? newest.from : undefined),
        }).replace('"@value@"', /^-?\d+(\.\d+)?$/.test(one.value) ? one.value : JSON.stringify(one.value))
        const body = await bodyOf(await post('/api/v1/verify', raw))
        const missing = ((body['missing'] as Json[] | undefined) ?? []).map((field) => field['field'])
        const limits = ((body['rules'] as Json[] | undefined) ?? [])
          .filter(({ id }) => id === group.rule)
          .map((found) => String(found['limit_value']))
        const range = Object.values((body['limit_range'] as Json | undefined) ?? {}).map(String)
        const right =
          (one.problem === undefined ? body['result_status'] === one.gives : body['code'] === one.problem) &&
          (one.limit === undefined || [...limits, ...range].some((limit) => limit === one.limit || sameNumber(limit, one.limit ?? ''))) &&
          (one.missing ?? []).every((name) => missing.includes(name))
        if (!right) failures.push(`${file} ${group.rule} ${raw} → ${body['result_status'] ?? body['code']} ${limits.join(' ')} ${missing.join(',')}`)
      }
    }
    expect(failures).toEqual([])
    expect(run).toBeGreaterThan(0)
  },
)

function sameNumber(limit: string, expected: string): boolean {
  return isExact(expected) && Number(limit) === toNumber(parseExact(expected))
}
