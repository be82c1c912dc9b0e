import { createSocket } from 'node:dgram'
import fs, { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { createServer } from 'node:net'
import os, { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openSinks, type Sink, SinkError } from '../../server/access/audit-sink.ts'
import type { SyslogAddress } from '../../server/access/syslog.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-sink-'))
const lineOf = (status: number | null, operation = 'verify'): string => JSON.stringify({ at: '2026-11-21T10:00:00.000Z', status, operation })

/** The sinks of some settings, which name at least one. */
function sinks(settings: { readonly file?: string; readonly syslog?: SyslogAddress; readonly isWaitedFor?: boolean }): Sink {
  const opened = openSinks({ file: undefined, syslog: undefined, isWaitedFor: false, ...settings })
  if (opened === undefined) throw new TypeError('no sink')
  return opened
}

/** Runs `use` while each wait for the disk fails with a code. */
function whileSyncFails(code: string, use: () => void): void {
  const spy = vi.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  syncBuiltinESMExports()
  try {
    use()
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
}

test('without a place for the lines of the audit there is none', () => {
  expect(openSinks({ file: undefined, syslog: undefined, isWaitedFor: true })).toBeUndefined()
})

describe('a file for the lines of the audit', () => {
  test('has one in each line, is readable by its owner only, and may be renamed by a rotation', () => {
    const file = join(newFolder(), 'audit.ndjson')
    const sink = sinks({ file })
    sink.take(['{"seq":1}', '{"seq":2}'])
    renameSync(file, `${file}.1`)
    sink.take(['{"seq":3}'])
    sink.take(['{"seq":4}'])
    expect([readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['{"seq":1}\n{"seq":2}\n', '{"seq":3}\n{"seq":4}\n'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(sink.hasFailed()).toBe(false)
    sink.close()
  })

  test.skipIf(!existsSync('/dev/full'))('that was full and may end in half a line goes on in a line of its own', () => {
    const folder = newFolder()
    const [link, file] = [join(folder, 'audit.ndjson'), join(folder, 'disk')]
    const sink = sinks({ file: link })
    symlinkSync('/dev/full', link)
    expect(() => sink.take(['{"seq":1}'])).toThrow(SinkError)
    rmSync(link)
    symlinkSync(file, link)
    writeFileSync(file, '{"se')
    sink.take(['{"seq":2}'])
    sink.take(['{"seq":3}'])
    expect(readFileSync(file, 'utf8')).toBe('{"se\n{"seq":2}\n{"seq":3}\n')
  })

  test('that the disk does not confirm is a failure where it is waited for, and names the file', () => {
    const file = join(newFolder(), 'audit.ndjson')
    for (const code of ['EIO', 'ENOSPC'])
      whileSyncFails(code, () => {
        expect(() => sinks({ file, isWaitedFor: true }).take(['{"seq":1}'])).toThrow(`The audit sink ${file} did not take a line`)
        expect(() => sinks({ file }).take(['{"seq":1}'])).not.toThrow()
      })
  })

  test('that is a pipe or a terminal has nothing to wait for', () => {
    const file = join(newFolder(), 'audit.ndjson')
    expect(() => sinks({ file: '/dev/null', isWaitedFor: true }).take(['{"seq":1}'])).not.toThrow()
    for (const code of ['EINVAL', 'ENOTSUP'])
      whileSyncFails(code, () => expect(() => sinks({ file, isWaitedFor: true }).take(['{"seq":1}'])).not.toThrow())
  })
})

describe('a syslog server for the lines of the audit', () => {
  /** Runs `use` with the port of a UDP server and what it has received. */
  async function withServer(use: (port: number, received: readonly string[]) => Promise<void>): Promise<void> {
    const received: string[] = []
    const socket = createSocket('udp4', (message) => received.push(message.toString()))
    const port = await new Promise<number>((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket.address().port)))
    await use(port, received)
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  }

  test('gets them with the time, the host and the process, those of refused requests as warnings', () =>
    withServer(async (port, received) => {
      const sink = sinks({ syslog: { transport: 'udp', host: '127.0.0.1', port } })
      const statuses = [null, 200, 399, 400, 503]
      for (const status of statuses) sink.take([lineOf(status)])
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(statuses.length)
      const priorities = [110, 110, 110, 108, 108]
      expect(received).toEqual(
        statuses.map(
          (status, index) => `<${priorities[index]}>1 2026-11-21T10:00:00.000Z ${hostname()} plomada ${process.pid} audit - ${lineOf(status)}`,
        ),
      )
      sink.close()
    }))

  test('is told the name of the machine in the characters that it may have, and no more of it than fits', () =>
    withServer(async (port, received) => {
      const names = ['obra-1.example', 'mi equipo·ñ', '·ñ ', 'x'.repeat(300)]
      const sink = sinks({ syslog: { transport: 'udp', host: '127.0.0.1', port } })
      for (const name of names) {
        vi.spyOn(os, 'hostname').mockReturnValue(name)
        syncBuiltinESMExports()
        sink.take([lineOf(200)])
      }
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(names.length)
      expect(received.map((message) => message.split(' ')[2])).toEqual(['obra-1.example', 'miequipo', '-', 'x'.repeat(255)])
      sink.close()
    }))

  test('gets them in ASCII, as JSON that means the same', () =>
    withServer(async (port, received) => {
      const sink = sinks({ syslog: { transport: 'udp', host: '127.0.0.1', port } })
      const line = lineOf(200, 'Peñón 🧱 \u007f\u00a0')
      sink.take([line])
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1)
      const json = /audit - (.*)$/.exec(received[0] ?? '')?.[1] ?? ''
      expect(json).toMatch(/^[\x20-\x7e]+$/)
      expect(json).toContain('Pe\\u00f1\\u00f3n \\ud83e\\uddf1 \\u007f\\u00a0')
      expect(JSON.parse(json)).toEqual(JSON.parse(line))
      sink.close()
    }))

  test.skipIf(process.platform === 'win32')(
    'on a socket of the machine gets each turn, and is named as in the settings where it is not there',
    async () => {
      const path = join(newFolder(), 'log')
      const absent = sinks({ syslog: { transport: 'unix', path }, isWaitedFor: true })
      expect(() => absent.take([lineOf(200)])).toThrow(`The syslog server unix:${path} did not take a line`)
      absent.close()
      const received: string[] = []
      const server = createServer((socket) => socket.on('data', (bytes) => received.push(bytes.toString())))
      await new Promise<void>((resolve) => server.listen(path, resolve))
      const sink = sinks({ syslog: { transport: 'unix', path }, isWaitedFor: true })
      sink.take([lineOf(200, 'uno'), lineOf(200, 'dos')])
      await expect.poll(() => received.join('')).toMatch(/^(\d+) <110>1 .*"uno"\}\1 <110>1 .*"dos"\}$/)
      sink.close()
      server.close()
    },
  )

  test('that is not there is named, and what it was not given goes to the file all the same', async () => {
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    await new Promise((resolve) => server.close(resolve))
    const syslog = { transport: 'tcp', host: '127.0.0.1', port } as const
    const file = join(newFolder(), 'audit.ndjson')
    const strict = sinks({ file, syslog, isWaitedFor: true })
    expect(() => strict.take([lineOf(200)])).toThrow(`The syslog server tcp://127.0.0.1:${port} did not take a line`)
    expect(readFileSync(file, 'utf8')).toBe(`${lineOf(200)}\n`)
    strict.close()
    const relaxed = sinks({ syslog })
    expect(relaxed.hasFailed()).toBe(false)
    relaxed.take([lineOf(200)])
    await expect.poll(() => relaxed.hasFailed(), { timeout: 15_000 }).toBe(true)
    relaxed.close()
  })

  test('gets what a file does not take, and the file is what failed', () =>
    withServer(async (port, received) => {
      const file = join(newFolder(), 'no', 'hay')
      const sink = sinks({ file, syslog: { transport: 'udp', host: '127.0.0.1', port } })
      expect(() => sink.take([lineOf(200)])).toThrow(`The audit sink ${file} did not take a line`)
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1)
      sink.close()
    }))
})
