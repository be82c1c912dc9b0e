import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compile } from '../kb/compiler/compile.ts'
import { packOf } from '../kb/compiler/pack.ts'
import { describe } from '../kb/compiler/problem.ts'
import { writePack } from '../kb/compiler/write.ts'
import { sha256Of } from '../server/access/sha256.ts'
import { parseSecretKey, signContent } from '../server/packs/minisign.ts'

/**
 * `npm run kb:pack -- --key <secret key> [--out folder] [--from folder of sources]` writes `<id>-<version>.kbpack` and its `.minisig`. The same
 * commit and key give the same bytes.
 */
const { values } = parseArgs({
  options: {
    key: { type: 'string' },
    out: { type: 'string', default: '.' },
    from: { type: 'string', default: join(import.meta.dirname, '..', 'kb') },
  },
})
if (values.key === undefined) {
  console.error('Usage: npm run kb:pack -- --key <secret key file> [--out folder]   (npm run kb:keygen makes a key)')
  process.exitCode = 2
} else {
  const key = parseSecretKey(readFileSync(values.key, 'utf8'))
  const { compiled, problems } = compile(values.from)
  for (const problem of problems) console.error(`kb/${describe(problem)}`)
  if (compiled === undefined) process.exitCode = 1
  else {
    const pack = packOf(compiled, baseOf(compiled), commitOf(values.from))
    const file = join(values.out, `${compiled.id}-${compiled.version}.kbpack`)
    mkdirSync(values.out, { recursive: true })
    writeFileSync(file, pack)
    writeFileSync(`${file}.minisig`, signContent(pack, key, `${compiled.id} ${compiled.version} sha256:${sha256Of(pack)}`))
    console.log(`${file} (${(pack.length / 1e6).toFixed(1)} MB) and its .minisig, key ${key.id}`)
  }
}

function baseOf(compiled: Parameters<typeof writePack>[0]): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-pack-'))
  try {
    writePack(compiled, join(folder, 'base.kb'))
    return readFileSync(join(folder, 'base.kb'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The Git commit of the sources and the compiler; null outside a repository or with uncommitted changes. */
function commitOf(folder: string): string | null {
  const git = (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  return git('status', '--porcelain', '--', '.', '../server', '../package-lock.json') === '' ? (git('rev-parse', 'HEAD') ?? null) : null
}
