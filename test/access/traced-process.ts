import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a process did to the files of a folder, in order, and the lines that it printed between. */
export type Operation =
  | { readonly kind: 'open'; readonly path: string; readonly truncates: boolean }
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly at: number | undefined }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'rename' | 'link'; readonly path: string; readonly to: string }
  | { readonly kind: 'unlink' | 'mkdir' | 'sync'; readonly path: string }
  | { readonly kind: 'said'; readonly text: string }

/** True if Debian's `strace` is installed. */
export function hasStrace(): boolean {
  return spawnSync('strace', ['--version']).error === undefined
}

const calls = 'open,openat,creat,write,pwrite64,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,mkdirat,fsync,fdatasync'

/** Runs a TypeScript file under `strace` and returns what it did within `folder` and what it printed. Throws if it fails or does what is not understood. */
export function traceWrites(file: string, args: readonly string[], folder: string): Operation[] {
  const log = join(mkdtempSync(join(tmpdir(), 'plomada-trace-')), 'log')
  // Threads of Node only compute here: `-f` would mix their lines with ours.
  const { status, stderr } = spawnSync(
    'strace',
    ['-y', '-xx', '-s', '100000000', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', log, process.execPath, file, ...args],
    { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', env: { ...process.env, UV_USE_IO_URING: '0' } },
  )
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`)
  const operations = readFileSync(log, 'latin1')
    .split('\n')
    .flatMap((line) => operationOf(line, folder) ?? [])
  rmSync(log)
  return operations
}

/** One line of the log; undefined if it failed or concerns no file of the folder. */
function operationOf(line: string, folder: string): Operation | undefined {
  // Without a pattern over the whole line, which may have millions of characters. All texts are in hexadecimal.
  const equals = line.lastIndexOf(' = ')
  const result = line.slice(equals + 3)
  if (equals < 0 || !/^\d/.test(result)) return undefined
  const call = line.slice(0, line.indexOf('('))
  const text = line.slice(call.length + 1, line.lastIndexOf(')', equals))
  const parts = partsOf(text)
  const paths = parts.flatMap(({ path }) => (path?.startsWith(folder) === true ? [path] : []))
  const [path, to] = paths
  if (call === 'write' && parts[0]?.fd === 1) return { kind: 'said', text: parts[1]?.bytes?.toString('utf8') ?? '' }
  if (path === undefined) return undefined
  switch (call) {
    case 'open':
    case 'openat':
      return { kind: 'open', path, truncates: text.includes('O_TRUNC') }
    case 'write':
    case 'pwrite64': {
      const bytes = (parts.find((part) => part.bytes !== undefined)?.bytes ?? Buffer.alloc(0)).subarray(0, Number.parseInt(result, 10))
      return { kind: 'write', path, bytes, at: call === 'write' ? undefined : Number(text.slice(text.lastIndexOf(',') + 1)) }
    }
    case 'ftruncate':
      return { kind: 'truncate', path, size: Number(text.slice(text.lastIndexOf(',') + 1)) }
    case 'rename':
    case 'renameat':
    case 'renameat2':
    case 'link':
    case 'linkat':
      return to === undefined ? undefined : { kind: call.startsWith('rename') ? 'rename' : 'link', path, to }
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return { kind: 'unlink', path }
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'mkdir', path }
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path }
    default:
      throw new Error(`not understood: ${line.slice(0, 200)}`)
  }
}

interface Part {
  readonly fd?: number
  readonly path?: string
  readonly bytes?: Buffer
}

/** The file descriptors, with their paths, and the texts of a call. All are in hexadecimal: `3<\x2f\x74>`, `"\x2f\x74"`. */
function partsOf(text: string): Part[] {
  // Loops over one class of characters: a string may have millions.
  return [...text.matchAll(/(\d+|AT_FDCWD)<([^>"]*)>|"([^"]*)"/g)].map(([, fd, target, string]) => {
    const bytes = Buffer.from((target ?? string ?? '').replaceAll('\\x', ''), 'hex')
    if (string !== undefined) return { bytes, path: bytes.length < 4096 ? bytes.toString('utf8') : '' }
    return fd === 'AT_FDCWD' ? {} : { fd: Number(fd), path: bytes.toString('utf8') }
  })
}
