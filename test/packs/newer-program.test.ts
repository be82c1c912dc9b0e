import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { formatSecretKey, generateKeys, type SecretKey } from '../../server/packs/minisign.ts'
import { newerProgram } from '../../server/packs/newer-program.ts'
import { openService } from '../../server/service.ts'
import { bodyOf, desktop } from '../service.ts'
import { dataFolder, keys } from './test-packs.ts'

const { writeSums } = (await import(pathToFileURL('scripts/packages/sums.mjs').href)) as {
  writeSums(folder: string, name: string, list: { files: string[]; keyFile: string | undefined; version: string }): string
}

/** A folder with packages as `npm run package -- --key` writes them. */
function release(version: string, { of = 'desktop', key = keys, folder = mkdtempSync(join(tmpdir(), 'plomada-release-')) }: Release = {}): string {
  const keyFile = join(folder, 'publisher.key')
  writeFileSync(keyFile, formatSecretKey(key))
  const files = ['x64', 'arm64'].map((arch) => join(folder, `plomada-${version}-${arch}.zip`))
  for (const file of files) writeFileSync(file, `program ${version} ${file}`)
  writeSums(folder, `plomada-${of}-${version}`, { files, keyFile, version })
  rmSync(keyFile)
  return folder
}

interface Release {
  readonly of?: 'desktop' | 'server'
  readonly key?: SecretKey
  readonly folder?: string
}
const look = (folder: string, than = '0.1.0') => newerProgram(folder, { of: 'desktop', than, keys: [keys] })

describe('a newer program in a folder', () => {
  test('is found by its signed list, with the files that are there', async () => {
    const folder = release('0.2.0')
    rmSync(join(folder, 'plomada-0.2.0-arm64.zip'))
    expect(await look(folder)).toEqual({ kind: 'newer', version: '0.2.0', files: ['plomada-0.2.0-x64.zip'], keyId: keys.id })
  })
  test('is the newest of several, by number', async () => {
    const folder = release('0.9.0')
    release('0.10.0', { folder })
    expect(await look(folder)).toMatchObject({ version: '0.10.0' })
  })
  test.each(['0.1.0', '0.0.9', '1.0.0'])('is none where %s is not newer than 1.0.0', async (version) => {
    expect(await look(release(version), '1.0.0')).toEqual({ kind: 'none' })
  })
  test('is none in a folder that is empty, missing, or has the other program', async () => {
    expect(await look(mkdtempSync(join(tmpdir(), 'plomada-release-')))).toEqual({ kind: 'none' })
    expect(await look('/nowhere')).toEqual({ kind: 'none' })
    expect(await look(release('0.2.0', { of: 'server' }))).toEqual({ kind: 'none' })
  })
  test('is none without a signature, or with that of another list', async () => {
    const folder = release('0.2.0')
    const signature = join(folder, 'plomada-desktop-0.2.0.sha256.minisig')
    writeFileSync(join(folder, 'plomada-desktop-0.3.0.sha256'), readFileSync(join(folder, 'plomada-desktop-0.2.0.sha256')))
    writeFileSync(join(folder, 'plomada-desktop-0.3.0.sha256.minisig'), readFileSync(signature))
    expect(await look(folder)).toMatchObject({ version: '0.2.0' })
    rmSync(signature)
    expect(await look(folder)).toEqual({ kind: 'none' })
  })
  test.each([
    ['a list that was changed', 'plomada-desktop-0.2.0.sha256', 'signature-wrong'],
    ['a file that was changed', 'plomada-0.2.0-x64.zip', 'hash-wrong'],
  ] as const)('%s is refused, byte by byte', async (_name, file, why) => {
    const folder = release('0.2.0')
    const whole = readFileSync(join(folder, file))
    for (const at of [0, whole.length >> 1, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(join(folder, file), changed)
      expect(await look(folder), `byte ${at}`).toEqual({ kind: 'refused', file: 'plomada-desktop-0.2.0.sha256', why })
    }
  })
  test('a key that is not trusted is refused, also under the identifier of one that is', async () => {
    const stranger = generateKeys()
    expect(await look(release('0.2.0', { key: stranger }))).toMatchObject({ kind: 'refused', why: 'untrusted-key' })
    expect(await look(release('0.2.0', { key: { ...stranger, id: keys.id } }))).toMatchObject({ kind: 'refused', why: 'signature-wrong' })
  })
  test('a list alone, and one that names files elsewhere, are refused', async () => {
    const folder = release('0.2.0')
    for (const arch of ['x64', 'arm64']) rmSync(join(folder, `plomada-0.2.0-${arch}.zip`))
    expect(await look(folder)).toMatchObject({ kind: 'refused', why: 'files-missing' })
  })
  test('is shown by the server, from the folder of its data, and only if it is whole', async () => {
    const data = dataFolder()
    const folder = join(data, 'programa')
    mkdirSync(folder)
    release('99.0.0', { of: 'server', folder })
    const service = openService(readConfig({ PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') }), () => undefined)
    const shown = async () => (await bodyOf(await service.app.fetch(new Request('http://localhost/api/v1/admin/server'), desktop)))['newer_program']
    expect(await shown()).toEqual({ version: '99.0.0', files: ['plomada-99.0.0-x64.zip', 'plomada-99.0.0-arm64.zip'], key_id: keys.id })
    writeFileSync(join(folder, 'plomada-99.0.0-x64.zip'), 'another')
    expect(await shown()).toBeNull()
    service.close()
  })
})
