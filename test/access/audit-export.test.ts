import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Days, exportedLines, provenLines } from '../../server/access/audit-export.ts'
import { openStore } from '../../server/access/store.ts'
import { plomada } from '../run-cli.ts'

const script = join(import.meta.dirname, '../../server/examples/verify-audit-export.py')

/** A data folder with lines of three days, and what a third party gets of it. */
async function exported(...flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-export-'))
  let day = 0
  const store = openStore(folder, () => new Date(Date.UTC(2026, 10, 20 + Math.floor(day++ / 4), 10)))
  for (let count = 0; count < 12; count++)
    store.audit.append({
      who: { kind: 'terminal' },
      address: null,
      operation: 'probar',
      subject: `línea «${count}» \u2028 ñ`,
      status: 200,
      request_id: null,
    })
  store.close()
  const [file, key] = [join(folder, 'registro.ndjson'), join(folder, 'clave.pem')]
  writeFileSync(key, JSON.parse((await plomada(folder, 'certificate', 'key', '--json')).out).public_key)
  expect(await plomada(folder, 'audit', 'export', '--proof', '--out', file, ...flags)).toMatchObject({ code: 0 })
  return { folder, file, key, lines: readFileSync(file, 'utf8').trimEnd().split('\n') }
}

test('an export has the lines of the days that are asked for, both included', async () => {
  let now = new Date()
  const store = openStore(undefined, () => now)
  for (const day of ['20', '21', '21', '22', '23']) {
    now = new Date(`2026-11-${day}T23:59:59.999Z`)
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'probar', subject: null, status: null, request_id: null })
  }
  const exported = async (from: string | undefined, to: string | undefined) => {
    const seqs: number[] = []
    for await (const line of exportedLines(store.audit, { from, to })) seqs.push((JSON.parse(line) as { seq: number }).seq)
    return seqs
  }
  expect([await exported(undefined, undefined), await exported('2026-11-21', undefined), await exported(undefined, '2026-11-21')]).toEqual([
    [1, 2, 3, 4, 5],
    [2, 3, 4, 5],
    [1, 2, 3],
  ])
  expect([await exported('2026-11-21', '2026-11-22'), await exported('2026-11-23', '2026-11-22')]).toEqual([[2, 3, 4], []])
  store.close()
})

test('an export with its proof ends with the signature that covers it and the key, or says that there is none', async () => {
  const entry = { who: { kind: 'terminal' as const }, address: null, operation: 'probar', subject: null, status: null, request_id: null }
  const exportOf = async (folder: string | undefined, lines: number, days = { from: undefined, to: undefined } as Days) => {
    const store = openStore(folder, () => new Date('2026-11-21T10:00:00Z'))
    for (let count = 0; count < lines; count++) store.audit.append(entry)
    const found: Record<string, unknown>[] = []
    for await (const line of provenLines(store.audit, days)) found.push(JSON.parse(line))
    const { id, publicKey } = store.signingKey()
    const [head, last] = [store.audit.head(), found.at(-1)?.['proof']]
    store.close()
    return { numbers: found.map(({ seq }) => seq), proof: last, head, id, publicKey }
  }
  const unsigned = await exportOf(undefined, 2)
  expect([unsigned.numbers, unsigned.proof]).toEqual([[1, 2, undefined], { checkpoint: null, key_id: null, public_key: null }])
  const signed = await exportOf(mkdtempSync(join(tmpdir(), 'plomada-export-')), 3)
  expect(signed.numbers).toEqual([1, 2, 3, undefined])
  expect(signed.proof).toEqual({
    checkpoint: expect.objectContaining({ seq: 3, hash: signed.head?.hash, key_id: signed.id }),
    key_id: signed.id,
    public_key: signed.publicKey,
  })
  // Of days without a line there is nothing to prove.
  expect(await exportOf(undefined, 2, { from: '2026-11-22', to: undefined })).toMatchObject({ numbers: [], proof: undefined })
})

test('an export of many lines has each of them once', async () => {
  const store = openStore(undefined, () => new Date('2026-11-21T10:00:00Z'))
  const entry = { who: { kind: 'terminal' as const }, address: null, operation: 'probar', subject: null, status: null, request_id: null }
  await Promise.all(Array.from({ length: 2003 }, async () => store.audit.appendInTurn(entry)))
  const numbers: number[] = []
  for await (const line of exportedLines(store.audit, { from: undefined, to: undefined })) numbers.push(JSON.parse(line).seq)
  expect(numbers).toEqual(Array.from({ length: 2003 }, (_, index) => index + 1))
  store.close()
})

const check = (file: string, key: string) => spawnSync('python3', [script, file, key], { encoding: 'utf8' })

test('an exported piece of the audit is verified by a third party with OpenSSL alone', async () => {
  const { file, key, lines } = await exported('--from', '2026-11-21')
  expect(lines.length).toBeGreaterThanOrEqual(9)
  const { status, stdout } = check(file, key)
  expect(stdout).toMatch(/^\d+ lines, \d+ to \d+, as they were written\n$/)
  expect(status).toBe(0)
})

test('a piece from the middle goes on to the next signature, and is verified', async () => {
  const { file, key, lines } = await exported('--from', '2026-11-21', '--to', '2026-11-21')
  expect(check(file, key).status).toBe(0)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ proof: { checkpoint: { seq: JSON.parse(lines.at(-2) ?? '').seq } } })
})

test('a line that is changed, removed, moved or added, and the key of another, are found', async () => {
  const { folder, file, key, lines } = await exported()
  const other = join(folder, 'otra.pem')
  const secret = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'])
  writeFileSync(other, execFileSync('openssl', ['pkey', '-pubout'], { input: secret }))
  expect(check(file, other)).toMatchObject({ status: 1, stdout: 'the signature is not of this key\n' })
  const [first = '', second = '', third = '', ...rest] = lines
  const tried: readonly (readonly [what: string, changed: readonly string[]])[] = [
    ['changed', [first.replace('«0»', '«7»'), second, third, ...rest]],
    ['removed', [first, third, ...rest]],
    ['moved', [first, third, second, ...rest]],
    ['doubled', [first, first, second, third, ...rest]],
    ['cut at the end', [...lines.slice(0, -2), ...lines.slice(-1)]],
    ['without its proof', lines.slice(0, -1)],
  ]
  for (const [what, changed] of tried) {
    const copy = join(folder, `${what}.ndjson`)
    writeFileSync(copy, `${changed.join('\n')}\n`)
    expect(check(copy, key), what).toMatchObject({ status: 1 })
  }
  expect(check(file, key).status).toBe(0)
})
