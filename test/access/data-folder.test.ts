import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesToBackUp, fileTimestamp, isBackupName, isDatabase, isOfLibrary, isPrivateKey } from '../../server/access/data-folder.ts'
import { openDiskReserve } from '../../server/access/disk-reserve.ts'
import { lockExclusively, lockFileExclusively, lockShared } from '../../server/access/lock.ts'
import { storageErrorKind } from '../../server/access/storage-error.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-folder-'))
const hash = 'a1'.repeat(32)

describe('the files of a data folder', () => {
  const databases = ['plomada.db', 'biblioteca.db', 'audit.db', 'audit-2026-11-000000012345.db']
  const others = ['oficina.json', 'tls/ca.key', 'trust/una_2.pub', 'keys/certificate.key', `biblioteca/${hash}.pdf`, `biblioteca/${hash}.txt`]
  const foreign = [
    ...['', 'plomada.db-wal', 'xplomada.db', 'audit-2026-11.db', 'audit-2026-11-12345.db', 'x-audit.db', 'audit.db.1', 'reserve', 'plomada.lock'],
    ...['tls', 'tls/', 'tls/.oculto', 'tls/a/b', 'tls/a b', 'tls/../x', 'otra/ca.key', 'packs/current.json', '/tls/ca.key', 'TLS/ca.key'],
    ...[
      `biblioteca/${hash}`,
      `biblioteca/${hash}.exe`,
      `biblioteca/${hash}0.pdf`,
      `biblioteca/${hash.toUpperCase()}.pdf`,
      `biblioteca/x/${hash}.pdf`,
    ],
    ...[`biblioteca/${hash}.pdf/x`, `biblioteca/${hash}.pdf.tmp`, `${hash}.pdf`],
  ]

  test('that a backup may have are those with a name of the program, and no others', () => {
    for (const name of [...databases, ...others]) expect(isBackupName(name), name).toBe(true)
    for (const name of foreign) expect(isBackupName(name), name).toBe(false)
    expect([...databases, ...others, ...foreign].filter(isDatabase)).toEqual(databases)
    expect([...databases, ...others].filter(isOfLibrary)).toEqual(['biblioteca.db', `biblioteca/${hash}.pdf`, `biblioteca/${hash}.txt`])
    expect([...databases, ...others].filter(isPrivateKey)).toEqual(['tls/ca.key', 'keys/certificate.key'])
  })

  test('are backed up with the audit after the state, and nothing else', () => {
    const folder = newFolder()
    for (const name of ['tls', 'trust', 'keys', 'keys/folder.key', 'biblioteca', 'packs', 'backups']) mkdirSync(join(folder, name))
    for (const name of [
      ...databases,
      ...others,
      'packs/x',
      'backups/y',
      'tls/.oculto',
      'plomada.lock',
      `biblioteca/${hash}.tmp`,
      'audit-2026-12-000000023456.db',
    ])
      writeFileSync(join(folder, name), '')
    const names = filesToBackUp(folder)
    expect(names.toSorted()).toEqual([...databases, ...others, 'audit-2026-12-000000023456.db'].toSorted())
    const audit = ['audit-2026-11-000000012345.db', 'audit-2026-12-000000023456.db', 'audit.db']
    expect(names.filter((name) => name.startsWith('audit'))).toEqual(audit)
    expect(names.indexOf('plomada.db')).toBeLessThan(names.indexOf(audit[0] ?? ''))
    expect(filesToBackUp(join(folder, 'no'))).toEqual([])
  })

  test('have the moment in their names', () => {
    expect(fileTimestamp(new Date('2026-11-21T16:22:03.987Z'))).toBe('20261121T162203Z')
  })
})

describe('the lock of a data folder', () => {
  const kindOf = (act: () => unknown): unknown => {
    try {
      act()
      return undefined
    } catch (error) {
      return storageErrorKind(error)
    }
  }

  test('is shared by programs, and kept by one alone while it restores', () => {
    const folder = newFolder()
    const [one, other] = [lockShared(folder), lockShared(folder)]
    one.release()
    expect(() => lockExclusively(folder)).toThrow(`Plomada is running on ${folder}: stop it first`)
    other.release()
    const alone = lockExclusively(folder)
    expect(kindOf(() => lockShared(folder))).toBe('busy')
    expect(() => lockExclusively(folder)).toThrow(/stop it first/)
    alone.release()
    lockShared(folder).release()
    expect(statSync(join(folder, 'plomada.lock')).mode & 0o777).toBe(0o600)
  }, 20_000)

  test('is not taken where there is no folder, which is another error', () => {
    const folder = join(newFolder(), 'no')
    for (const lock of [lockShared, lockExclusively]) expect(() => lock(folder)).toThrow(/ENOENT/)
  })

  test('on a file is waited for as long as is said', () => {
    const file = join(newFolder(), 'lock')
    const held = lockFileExclusively(file, 0)
    const began = performance.now()
    expect(kindOf(() => lockFileExclusively(file, 300))).toBe('busy')
    expect(performance.now() - began).toBeGreaterThan(250)
    held.release()
    lockFileExclusively(file, 0).release()
  })
})

describe('the reserve of the disk', () => {
  const bytes = 2 * 1024 * 1024

  test('is real space, given back for a write and taken again, also after one that fails', () => {
    const folder = newFolder()
    const file = join(folder, 'reserve')
    const reserve = openDiskReserve(folder)
    const space = () => ({ size: statSync(file).size, isReal: statSync(file).blocks * 512 >= bytes })
    expect(space()).toEqual({ size: bytes, isReal: true })
    expect(reserve.releaseDuring(() => existsSync(file))).toBe(false)
    expect(space()).toEqual({ size: bytes, isReal: true })
    expect(() =>
      reserve.releaseDuring(() => {
        throw new TypeError('broken')
      }),
    ).toThrow('broken')
    expect(space().size).toBe(bytes)
    // One that is there is not written again.
    const { ino, mtimeMs } = statSync(file)
    openDiskReserve(folder)
    expect([statSync(file).ino, statSync(file).mtimeMs]).toEqual([ino, mtimeMs])
  })

  test('is not taken from a small disk, and is taken again there if it just fits', ({ skip }) => {
    const disk = newFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=7m', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
    try {
      const reserve = openDiskReserve(disk)
      expect(readdirSync(disk)).toEqual([])
      reserve.releaseDuring(() => undefined)
      expect(readdirSync(disk)).toEqual(['reserve'])
      rmSync(join(disk, 'reserve'))
      writeFileSync(join(disk, 'lleno'), Buffer.alloc(6 * 1024 * 1024))
      expect(reserve.releaseDuring(() => 7)).toBe(7)
      expect(readdirSync(disk)).toEqual(['lleno'])
    } finally {
      spawnSync('umount', [disk])
    }
  })
})
