import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleLibraryId } from '../../server/operations/library-fields.ts'
import { prepare } from './prepare.ts'
import { requestsToAsk } from './requests.ts'
import type { Judged } from './server.ts'

const examplePhotoId = '9b2d7c10-4a55-4e0b-8f3a-6d1c2e5f7a90'
const program = join(import.meta.dirname, 'node_modules', 'stepci', 'dist', 'index.js')

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: unknown
}

/** Has Step CI send the examples that read or decide, and check each answer against its schema in the document of version 3.0.3. */
export async function runStepci(judged: Judged): Promise<readonly string[]> {
  const { url, key, folder } = judged
  const { kept, photo, document: stored } = await prepare(judged)
  const own = (path: string): string => path.replace(exampleLibraryId, stored).replace(examplePhotoId, photo)
  const document = JSON.parse(await (await fetch(`${url}/openapi-3.0.json`)).text()) as OpenApi
  const steps = requestsToAsk(kept)
    .filter(
      ({ name, path, method }) => /^(verify|get|list|describe|ask|search|read|compare)/.test(name) && method !== 'PUT' && !path.includes('no-hay'),
    )
    .map(({ name, method, path, body }) => ({
      name,
      http: {
        url: `${url}${own(path)}`,
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
        check: { status: 200, schema: answerSchema(document, name) },
      },
    }))
  const workflow = join(folder, 'workflow.json')
  writeFileSync(
    workflow,
    JSON.stringify({
      version: '1.1',
      name: 'Plomada',
      components: document.components,
      // One after the other, and all of them, whatever fails before.
      config: { continueOnFail: true, concurrency: 1 },
      tests: { examples: { steps } },
    }),
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'run', workflow], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, STEPCI_DISABLE_ANALYTICS: '1' },
  })
  console.log(`  Step CI: ${steps.length} requests`)
  if (status === 0 && steps.length > 20) return []
  const failed = [...stdout.matchAll(/^FAIL[^\n]*|^✕[^\n]*/gm)].map(([line]) => line)
  return [...failed, `${stdout}${stderr}`.slice(-3000)]
}

/** The schema of the answer of an operation: a reference into the components, which the workflow has as well. */
function answerSchema({ paths }: Pick<OpenApi, 'paths'>, name: string): unknown {
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods)) {
      const { operationId, responses } = operation as {
        operationId: string
        responses: Record<string, { content: Record<string, { schema: unknown }> }>
      }
      if (operationId === name) return responses['200']?.content['application/json']?.schema
    }
  throw new Error(`no operation ${name}`)
}
