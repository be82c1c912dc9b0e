// What `.ci/run` reads in the reports of vitest.
//   failed-pages REPORT          the files of the failed tests, if all of them are tests of pages; otherwise nothing
//   count REPORT [SECOND]        the closing line; the files of the second report count as they ended there, and are named
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [act, first, second] = process.argv.slice(2)
const filesOf = (report) => JSON.parse(readFileSync(report, 'utf8')).testResults
const nameOf = (file) => relative(process.cwd(), file.name)
const hasFailed = (file) => file.status === 'failed' || file.assertionResults.some((one) => one.status === 'failed')

function failedPages() {
  const failed = filesOf(first).filter(hasFailed).map(nameOf)
  return failed.every((name) => name.startsWith('test/e2e/')) ? failed : []
}

function count() {
  const again = second === undefined ? [] : filesOf(second)
  const names = new Set(again.map(nameOf))
  for (const file of filesOf(first).filter((one) => names.has(nameOf(one))))
    for (const one of file.assertionResults.filter(({ status }) => status === 'failed'))
      console.log(`failed at first, run again alone: ${nameOf(file)} > ${one.fullName}`)
  const files = [...filesOf(first).filter((file) => !names.has(nameOf(file))), ...again]
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failed = tests.filter(({ status }) => status === 'failed').length
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')).length
  console.log(`${passed} passed, ${failed + broken} failed, ${tests.length - passed - failed} skipped`)
}

if (act === 'failed-pages') console.log(failedPages().join(' '))
else count()
