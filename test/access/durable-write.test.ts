import { spawnSync } from 'node:child_process'
import fs, { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  createDurably,
  createFolderDurably,
  linkDurably,
  removeDurably,
  renameDurably,
  restrictToOwner,
  syncFile,
  writeChunksSynced,
  writeDurably,
} from '../../server/access/durable-write.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-durable-'))

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** What `act` waits for, in order: the paths below a folder that were synced, the folder itself as `.`. */
function syncedIn(folder: string, act: () => void): string[] {
  const synced: string[] = []
  const sync = fs.fsyncSync
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    synced.push(readlinkSync(`/proc/self/fd/${handle}`))
    sync(handle)
  })
  syncBuiltinESMExports()
  act()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  return synced.map((path) => path.slice(folder.length + 1) || '.')
}

/** From now on the file system answers to a hard link with this code. */
function refuseLinks(code: string): void {
  vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  syncBuiltinESMExports()
}

describe.skipIf(process.platform !== 'linux')('what a power cut must not lose is waited for', () => {
  test('the content of a file before its name, and the folder of the name', () => {
    const folder = newFolder()
    const file = join(folder, 'clave')
    const temporary = `clave.${process.pid}.tmp`
    expect(syncedIn(folder, () => createDurably(file, 'una'))).toEqual([temporary, '.'])
    expect(syncedIn(folder, () => writeDurably(file, 'otra'))).toEqual([temporary, '.'])
    expect(syncedIn(folder, () => writeChunksSynced(file, [Buffer.from('a'), Buffer.from('b')]))).toEqual(['clave'])
    expect(syncedIn(folder, () => syncFile(file))).toEqual(['clave'])
    expect(readFileSync(file, 'utf8')).toBe('ab')
  })

  test('both folders of a file that is moved, and that of one that is removed or gets another name', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'otra'))
    const [file, moved] = [join(folder, 'clave'), join(folder, 'otra', 'clave')]
    writeFileSync(file, 'x')
    expect(syncedIn(folder, () => renameDurably(file, moved))).toEqual(['otra', '.'])
    expect(syncedIn(folder, () => renameDurably(moved, `${moved}2`))).toEqual(['otra'])
    expect(syncedIn(folder, () => linkDurably(`${moved}2`, file))).toEqual(['.'])
    expect(syncedIn(folder, () => removeDurably(file))).toEqual(['.'])
    expect(syncedIn(folder, () => removeDurably(file))).toEqual(['.'])
    expect(readdirSync(folder)).toEqual(['otra'])
  })

  test('the folder above each new one, and nothing where they are there', () => {
    const folder = newFolder()
    const wanted = join(folder, 'una', 'dos', 'tres')
    expect(syncedIn(folder, () => createFolderDurably(wanted))).toEqual(['.', 'una', join('una', 'dos')])
    expect(syncedIn(folder, () => createFolderDurably(wanted))).toEqual([])
    for (const one of ['una', join('una', 'dos'), join('una', 'dos', 'tres')]) expect(statSync(join(folder, one)).mode & 0o777).toBe(0o700)
  })
})

describe('a file that is written whole or not at all', () => {
  test('is readable by its owner only, unless it is to be public, and leaves nothing beside it', () => {
    const folder = newFolder()
    for (const [name, write] of [
      ['creado', createDurably],
      ['escrito', writeDurably],
    ] as const) {
      write(join(folder, name), 'x')
      write(join(folder, `${name}.crt`), new Uint8Array([0, 255]), 0o644)
      expect([statSync(join(folder, name)).mode & 0o777, statSync(join(folder, `${name}.crt`)).mode & 0o777]).toEqual([0o600, 0o644])
      expect([...readFileSync(join(folder, `${name}.crt`))]).toEqual([0, 255])
    }
    expect(readdirSync(folder).sort()).toEqual(['creado', 'creado.crt', 'escrito', 'escrito.crt'])
  })

  test('is replaced, or stays as it is where it is only to be created', () => {
    const file = join(newFolder(), 'clave')
    createDurably(file, 'una')
    createDurably(file, 'otra')
    expect(readFileSync(file, 'utf8')).toBe('una')
    writeDurably(file, 'otra')
    expect(readFileSync(file, 'utf8')).toBe('otra')
  })

  test('is an error with its cause where it cannot be, and leaves nothing behind', ({ skip }) => {
    const disk = newFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
    try {
      for (const write of [createDurably, writeDurably]) expect(() => write(join(disk, 'clave'), 'x'.repeat(100_000))).toThrow(/ENOSPC/)
      expect(readdirSync(disk)).toEqual([])
    } finally {
      spawnSync('umount', [disk])
    }
  })

  test('says what could not be done where there is no folder for it, and not that it could not be tidied up', () => {
    const file = join(newFolder(), 'no', 'clave')
    for (const write of [createDurably, writeDurably])
      expect(() => write(file, 'x')).toThrow(expect.objectContaining({ code: 'ENOENT', syscall: 'open' }))
  })

  test('does not take the place of a folder', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'clave'))
    expect(() => writeDurably(join(folder, 'clave'), 'x')).toThrow(/EISDIR/)
    expect(readdirSync(folder)).toEqual(['clave'])
    writeFileSync(join(folder, 'fichero'), '')
    expect(() => createFolderDurably(join(folder, 'fichero'))).toThrow(/EEXIST/)
  })
})

describe('the final name of a complete file', () => {
  test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'is given by renaming where there are no hard links (%s), and never to another',
    (code) => {
      const [from, to] = ['archivo', 'copia'].map((name) => join(newFolder(), name)) as [string, string]
      writeFileSync(from, 'nueva')
      refuseLinks(code)
      linkDurably(from, to)
      expect([existsSync(from), readFileSync(to, 'utf8')]).toEqual([false, 'nueva'])
      writeFileSync(from, 'otra')
      expect(() => linkDurably(from, to)).toThrow(code)
      expect([readFileSync(from, 'utf8'), readFileSync(to, 'utf8')]).toEqual(['otra', 'nueva'])
    },
  )

  test('is given to a file that is created where there are no hard links, and not where it is taken', () => {
    const file = join(newFolder(), 'clave')
    refuseLinks('EPERM')
    createDurably(file, 'una')
    createDurably(file, 'otra')
    expect(readFileSync(file, 'utf8')).toBe('una')
    expect(readdirSync(join(file, '..'))).toEqual(['clave'])
  })

  test('is not given after another error of the disk, nor to another file', () => {
    const [from, to] = ['archivo', 'copia'].map((name) => join(newFolder(), name)) as [string, string]
    writeFileSync(from, 'nueva')
    refuseLinks('EIO')
    expect(() => linkDurably(from, to)).toThrow('EIO')
    expect([existsSync(from), existsSync(to)]).toEqual([true, false])
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    linkDurably(from, to)
    expect(() => linkDurably(from, to)).toThrow(/EEXIST/)
    expect([readFileSync(to, 'utf8'), readdirSync(join(to, '..'))]).toEqual(['nueva', [basename(to)]])
  })
})

test.skipIf(process.platform === 'win32')('a file that others may read or write is restricted to its owner, and how it was is said', () => {
  const file = join(newFolder(), 'clave')
  expect(restrictToOwner(file)).toBeUndefined()
  writeFileSync(file, '')
  for (const [mode, said] of [
    [0o600, undefined],
    [0o400, undefined],
    [0o644, '0644'],
    [0o640, '0640'],
    [0o602, '0602'],
    [0o601, '0601'],
  ] as const) {
    chmodSync(file, mode)
    expect(restrictToOwner(file)).toBe(said)
    expect(statSync(file).mode & 0o777).toBe(said === undefined ? mode : 0o600)
  }
})
