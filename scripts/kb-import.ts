import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { planBoe } from '../kb/compiler/import/boe.ts'
import { planIne } from '../kb/compiler/import/ine.ts'
import { MalformedFile } from '../kb/compiler/import/malformed.ts'
import { planNgmep } from '../kb/compiler/import/ngmep.ts'
import { applyPlan, changesOf, describePlan, type ImportPlan } from '../kb/compiler/import/plan.ts'

const usage = `Usage: npm run kb:import -- <command> <file> [options]
  ine <diccionarioYY.xlsx>    municipalities and names, from INE's yearly dictionary   [--delete]
  ngmep <MUNICIPIOS.csv>      altitudes and coordinates, from the CNIG gazetteer
  boe <norm.xml>              a consolidated norm, from the BOE open-data API          [--collection name] [--slug name] [--ccaa code] [--delete]
Lists the changes. Options: --write makes them; --delete also removes entries that the file no longer has; --all lists every change;
--out folder changes another base than kb/.`

const options = {
  write: { type: 'boolean', default: false },
  delete: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  out: { type: 'string', default: join(import.meta.dirname, '..', 'kb') },
  collection: { type: 'string' },
  slug: { type: 'string' },
  ccaa: { type: 'string' },
} as const
const allowed: ReadonlyMap<string, readonly string[]> = new Map([
  ['ine', ['delete']],
  ['ngmep', []],
  ['boe', ['delete', 'collection', 'slug', 'ccaa']],
])

/** Exit codes: 0 if the file was read, 1 if it is malformed (then nothing is written), 2 for a wrong command. */
const request = tryReadRequest()
if (request !== undefined) {
  try {
    const plan = planOf(request)
    console.log(describePlan(request.values.out, plan, request.values.all ? Number.POSITIVE_INFINITY : 40))
    console.log(conclude(plan, request.values))
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error
    console.error(`${error.message}\n${error.problems.length} ${error.problems.length === 1 ? 'error' : 'errors'}: nothing was written`)
    process.exitCode = 1
  }
}

function tryReadRequest(): ReturnType<typeof readRequest> | undefined {
  try {
    return readRequest()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exitCode = 2
    return undefined
  }
}

function readRequest() {
  const { values, positionals } = parseArgs({ args: process.argv.slice(2), options, allowPositionals: true })
  const [command = '', file, ...rest] = positionals
  const own = allowed.get(command)
  if (own === undefined) throw new RangeError(`Unknown command "${command}": expected ${[...allowed.keys()].join(', ')}`)
  if (file === undefined || rest.length > 0) throw new RangeError(`${command} takes one file: got ${positionals.length - 1}`)
  const notAccepted = (['delete', 'collection', 'slug', 'ccaa'] as const).filter(
    (name) => values[name] !== undefined && values[name] !== false && !own.includes(name),
  )
  if (notAccepted.length > 0) throw new RangeError(`${command} has no option --${notAccepted.join(', --')}`)
  for (const name of ['collection', 'slug'] as const)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(values[name] ?? 'a'))
      throw new RangeError(`--${name} is "${values[name]}": expected a name such as rd-314-2006`)
  if (!existsSync(join(values.out, 'pack.yaml'))) throw new RangeError(`--out is "${values.out}": expected the folder of a base, with a pack.yaml`)
  return { command, file, values, bytes: readFileSync(file) }
}

function planOf({ command, file, bytes, values }: ReturnType<typeof readRequest>): ImportPlan {
  const vanished = values.delete ? 'delete' : 'keep'
  if (command === 'ine') return planIne({ root: values.out, file, bytes, vanished })
  if (command === 'ngmep') return planNgmep({ root: values.out, file, bytes })
  return planBoe({ root: values.out, file, bytes, vanished, collection: values.collection, slug: values.slug, ccaa: values.ccaa })
}

function conclude(plan: ImportPlan, { out, write }: { readonly out: string; readonly write: boolean }): string {
  const { created, changed, removed } = changesOf(out, plan)
  const count = created.length + changed.length + removed.length
  if (count === 0) return 'Nothing to change'
  if (!write) return 'Nothing was written: add --write to make these changes'
  applyPlan(out, plan)
  return `Written: ${count} ${count === 1 ? 'file' : 'files'}. Next: npm run kb:check, and a line in kb/CHANGELOG.md`
}
