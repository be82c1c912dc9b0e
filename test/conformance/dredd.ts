import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Judged } from './server.ts'

const program = join(import.meta.dirname, 'node_modules', 'dredd', 'bin', 'dredd')
const leastShare = 0.95

/**
 * Has dredd send the examples of the document in version 3.0.3, and compare answers of success with it. What fails here by right: there is no signed pack,
 * no previous base, and the caller is not the desktop. Returns the answers that differ, if they are more than one in twenty.
 */
export async function runDredd({ url, key, folder, modelFile }: Judged): Promise<readonly string[]> {
  const document = join(folder, 'openapi-3.0.json')
  writeFileSync(document, await (await fetch(`${url}/openapi-3.0.json`)).text())
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [program, document, url, '--hookfiles', join(import.meta.dirname, 'dredd-hooks.cjs'), '--loglevel', 'error', '--color', 'false'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, URL_OF_SERVER: url, KEY: key, MODEL: modelFile } },
  )
  const passed = stdout.match(/^pass: \w+ \(2\d\d\)/gm)?.length ?? 0
  // A failure is printed when it happens, and again with its reason at the end.
  const failed = [...stdout.matchAll(/^fail: (\w+ \(2\d\d\) \S+)[^\n]*\nfail: ([^\n]*)/gm)].map(([, name = '', why = '']) => `${name} ${why}`)
  const printed = stdout.match(/^fail: \w+ \(2\d\d\)/gm)?.length ?? 0
  const total = passed + printed / 2
  console.log(`  dredd: ${passed} of ${total} answers of success as documented`)
  for (const one of failed) console.log(`  ${one.slice(0, 200)}`)
  if (total === 0) return [`dredd compared nothing: ${`${stdout}${stderr}`.slice(-1500)}`]
  return passed / total >= leastShare ? [] : [`less than ${leastShare}`, ...failed.map((one) => one.slice(0, 500))]
}
