import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatPublicKey, formatSecretKey, generateKeys, isSignedBy, parseSignature } from '../../server/packs/minisign.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-server-packages-'))
const system = join(folder, 'root')
const inSystem = (path: string): string => join(system, path)
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? ''
const canInstall = process.platform === 'linux' && spawnSync('dpkg', ['--version']).error === undefined && process.getuid?.() === 0
if (!canInstall) console.warn('NOT TESTED: the Debian package, because it is installed with dpkg as root')

const script = (body: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', body], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const build = (out: string, options: object): string =>
  script(
    `const { buildServerPackages } = await import(${JSON.stringify(pathToFileURL('scripts/server-packages.mjs').href)}); buildServerPackages(${JSON.stringify(out)}, ${JSON.stringify(options)})`,
  )
const keys = generateKeys()
const keyFile = join(folder, 'publisher.key')
const windows = join(folder, version, `plomada-${version}-win-x64.zip`)
/** Installs or removes in a folder that stands for the system. */
const dpkg = (...args: string[]): string =>
  execFileSync('dpkg', [`--root=${system}`, '--force-script-chrootless', '--force-depends', '--force-confold', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const debOf = (as: string): string => join(folder, as, `plomada-server_${as}_${arch}.deb`)
const newer = '99.0.0'

beforeAll(() => {
  if (!canInstall) return
  writeFileSync(keyFile, formatSecretKey(keys), { mode: 0o600 })
  writeFileSync(join(folder, 'publisher.pub'), formatPublicKey(keys))
  const own = { platform: 'linux', arch: process.arch }
  build(join(folder, version), { as: version, keyFile, wanted: [own, { platform: 'win', arch: 'x64' }] })
  build(join(folder, newer), { as: newer, wanted: [own] })
  for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/lib/plomada']) mkdirSync(inSystem(path), { recursive: true })
  for (const name of ['status', 'available']) writeFileSync(inSystem(`var/lib/dpkg/${name}`), '')
}, 900_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

/** The words of ExecStart, in the folder that stands for the system. */
function execStart(): string[] {
  const unit = readFileSync(inSystem('usr/lib/systemd/system/plomada.service'), 'utf8')
  const line = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? ''
  return line.split(' ').map((word) => (word.startsWith('/') ? inSystem(word) : word))
}

/** Starts the service as its unit does, asks it, and ends it as systemd does. */
async function serveOnce(): Promise<{ readonly zone: unknown; readonly page: string; readonly ended: unknown }> {
  const [program = '', ...args] = execStart()
  const environment = { PATH: '/usr/bin:/bin', PLOMADA_DATA: inSystem('var/lib/plomada'), PLOMADA_PORT: '0' }
  const server = spawn(program, args, { cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk.toString()
      const listening = /^listening on (\S+)$/m.exec(said)?.[1]
      if (listening !== undefined) resolve(listening)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  try {
    expect(said).not.toMatch(/plm_/)
    const key = readFileSync(inSystem('var/lib/plomada/first-key'), 'utf8').trim()
    const answer = await fetch(`${url}/api/v1/geo/ES-28079`, { headers: { Authorization: `Bearer ${key}` } })
    const page = await (await fetch(url, { headers: { Accept: 'text/html' } })).text()
    server.kill('SIGTERM')
    return { zone: ((await answer.json()) as { readonly climate_zone?: unknown }).climate_zone, page, ended: await ended }
  } finally {
    server.kill('SIGKILL')
  }
}

describe.skipIf(!canInstall)('the Debian package', () => {
  test('is installed, and its service starts as the unit says', async () => {
    dpkg('--install', debOf(version))
    expect(await serveOnce()).toEqual({ zone: 'D3', page: expect.stringContaining('<title>'), ended: 0 })
    expect(execFileSync(inSystem('usr/bin/plomada'), ['--version'], { encoding: 'utf8' })).toMatch(/^plomada /)
  })
  test('has a unit with its own user and a closed sandbox', () => {
    const unit = readFileSync(inSystem('usr/lib/systemd/system/plomada.service'), 'utf8')
    for (const line of [
      'User=plomada',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'NoNewPrivileges=yes',
      'PrivateDevices=yes',
      'StateDirectory=plomada',
      'SystemCallFilter=@system-service',
    ])
      expect(unit.split('\n')).toContain(line)
    const analyze = spawnSync('systemd-analyze', ['verify', inSystem('usr/lib/systemd/system/plomada.service')], { encoding: 'utf8' })
    // Not every machine has systemd.
    if (analyze.error === undefined) expect(analyze.stderr).not.toMatch(/Unknown|Failed to parse/)
  })
  test('has the manual, completion, settings and the licence, and nothing of the sources', () => {
    const names = execFileSync('dpkg-deb', ['--fsys-tarfile', debOf(version)], { maxBuffer: 2 ** 30 })
    const list = execFileSync('tar', ['tf', '-'], { input: names, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .trim()
      .split('\n')
    for (const one of [
      'usr/share/man/man1/plomada.1.gz',
      'usr/share/bash-completion/completions/plomada',
      'etc/plomada/plomada.env',
      'usr/share/doc/plomada-server/copyright',
    ])
      expect(list).toContain(`./${one}`)
    expect(list).toContain('./usr/lib/plomada/.cache/program/licencias.txt')
    expect(list.filter((one) => /plomada\/(?:test|dist|server\/.*\.ts|kb\/(?:normativa|compiler))/.test(one))).toEqual([])
    expect(list.filter((one) => one.endsWith('.node'))).toEqual([
      `./usr/lib/plomada/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ])
  })
  test('is upgraded with settings and data kept', async () => {
    writeFileSync(inSystem('etc/plomada/plomada.env'), 'PLOMADA_LANG=en\n')
    const before = readFileSync(inSystem('var/lib/plomada/first-key'), 'utf8')
    dpkg('--install', debOf(newer))
    expect(execFileSync('dpkg-query', [`--root=${system}`, '-W', 'plomada-server'], { encoding: 'utf8' })).toContain(newer)
    expect(readFileSync(inSystem('etc/plomada/plomada.env'), 'utf8')).toBe('PLOMADA_LANG=en\n')
    expect((await serveOnce()).zone).toBe('D3')
    expect(readFileSync(inSystem('var/lib/plomada/first-key'), 'utf8')).toBe(before)
  })
  test('is removed without what users wrote', () => {
    dpkg('--remove', 'plomada-server')
    expect(['usr/bin/plomada', 'usr/lib/plomada', 'usr/lib/systemd/system/plomada.service'].filter((path) => existsSync(inSystem(path)))).toEqual([])
    expect(existsSync(inSystem('etc/plomada/plomada.env'))).toBe(true)
    dpkg('--purge', 'plomada-server')
    expect([existsSync(inSystem('etc/plomada/plomada.env')), existsSync(inSystem('var/lib/plomada/first-key'))]).toEqual([false, true])
  })
})

describe.skipIf(!canInstall)('the portable package', () => {
  test('decides from the folder it is unpacked in, through its start file', () => {
    const name = `plomada-${version}-linux-${process.arch}`
    execFileSync('tar', ['xzf', join(folder, version, `${name}.tar.gz`), '-C', folder])
    const roof = ['--element', 'cubierta plana', '--parameter', 'U', '--value', '0,3', '--unit', 'W/m²K', '--geo', 'Madrid', '--lang', 'es']
    const run = spawnSync(join(folder, name, 'plomada'), ['verify', ...roof], {
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', PLOMADA_DATA: join(folder, 'own') },
    })
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^CUMPLE: 0,3 W\/m²K/) })
  })
  test('for Windows has its own Node and database library, and starts by a file that its interpreter reads', () => {
    if (!existsSync(windows)) {
      console.warn('NOT TESTED: the package for Windows, because its Node could not be fetched')
      return
    }
    const files = unzipSync(readFileSync(windows))
    const root = `plomada-${version}-win-x64/`
    expect(machineOf(files[`${root}program/bin/node.exe`])).toBe('x64')
    const natives = Object.keys(files).filter((name) => name.endsWith('.node'))
    expect(natives).toEqual([`${root}program/node_modules/better-sqlite3/prebuilds/win32-x64.node`])
    expect(machineOf(files[natives[0] ?? ''])).toBe('x64')
    const start = Buffer.from(files[`${root}plomada.cmd`] ?? '').toString()
    expect(start.split('\r\n').length).toBe(start.split('\n').length)
    for (const [, named = ''] of start.matchAll(/%~dp0([^"]+)/g)) expect(Object.keys(files)).toContain(`${root}${named.replaceAll('\\', '/')}`)
    expect(Buffer.from(files[`${root}LEEME.txt`] ?? '').toString()).toContain('sc.exe create Plomada')
    // The rest is what the package for Linux has.
    const linux = execFileSync('tar', ['tzf', join(folder, version, `plomada-${version}-linux-${process.arch}.tar.gz`)], { encoding: 'utf8' })
    const inProgram = (names: readonly string[]): string[] =>
      names.filter((name) => !/\/$|\.node$|\/bin\/node(?:\.exe)?$/.test(name)).flatMap((name) => /\/program\/(.+)$/.exec(name)?.[1] ?? [])
    expect(inProgram(Object.keys(files)).toSorted()).toEqual(inProgram(linux.trim().split('\n')).toSorted())
  })
  test('is listed with its checksum and its bill of materials', () => {
    const sums = readFileSync(join(folder, version, `plomada-server-${version}.sha256`), 'utf8')
      .trim()
      .split('\n')
    const listed = sums.map((line) => line.split('  ')[1])
    expect(listed).toEqual(
      readdirSync(join(folder, version))
        .filter((name) => listed.includes(name) || /\.(?:deb|gz|zip)$/.test(name))
        .toSorted((left, right) => listed.indexOf(left) - listed.indexOf(right)),
    )
    expect(listed.length).toBeGreaterThanOrEqual(3)
    for (const line of sums) {
      const [sum, name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(join(folder, version, name)))
          .digest('hex'),
      ).toBe(sum)
    }
    const bill = JSON.parse(readFileSync(join(folder, version, `plomada-server-${version}.cdx.json`), 'utf8')) as {
      readonly bomFormat: string
      readonly components: readonly { readonly name: string; readonly purl: string; readonly version: string }[]
    }
    expect(bill.bomFormat).toBe('CycloneDX')
    // What stays apart, what is inside the program, and Node.
    expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['better-sqlite3', 'pg', 'hono', 'zod', 'node']))
    expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(bill.components.length)
    expect(bill.components.filter(({ name, version: of }) => name === '' || of === undefined)).toEqual([])
  })
})

describe.skipIf(!canInstall)('signatures', () => {
  const signed = (): string[] => readdirSync(join(folder, version)).filter((name) => !name.endsWith('.minisig'))
  const isSigned = (name: string, content: Uint8Array): boolean =>
    isSignedBy(content, parseSignature(readFileSync(join(folder, version, `${name}.minisig`), 'utf8')), keys)
  test('every file has one, with its name, version and hash in the signed comment', () => {
    expect(signed().length).toBeGreaterThanOrEqual(4)
    for (const name of signed()) {
      const content = readFileSync(join(folder, version, name))
      expect(isSigned(name, content), name).toBe(true)
      const { trustedComment } = parseSignature(readFileSync(join(folder, version, `${name}.minisig`), 'utf8'))
      expect(trustedComment).toBe(`plomada ${version} file:${name} sha256:${createHash('sha256').update(content).digest('hex')}`)
    }
  })
  test('a byte that was changed anywhere is refused, and so are another key and another file', () => {
    for (const name of signed()) {
      const content = readFileSync(join(folder, version, name))
      for (const at of [0, Math.floor(content.length / 2), content.length - 1]) {
        const changed = Buffer.from(content)
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(isSigned(name, changed), `${name}, byte ${at}`).toBe(false)
      }
    }
    const [first = '', second = ''] = signed()
    const signature = parseSignature(readFileSync(join(folder, version, `${first}.minisig`), 'utf8'))
    expect(isSignedBy(readFileSync(join(folder, version, first)), signature, { ...generateKeys(), id: keys.id })).toBe(false)
    expect(isSigned(first, readFileSync(join(folder, version, second)))).toBe(false)
  }, 120_000)
  test('minisign itself accepts them, and refuses a changed file', () => {
    const sums = join(folder, version, `plomada-server-${version}.sha256`)
    const check = (file: string) =>
      spawnSync('minisign', ['-Vm', file, '-x', `${sums}.minisig`, '-p', join(folder, 'publisher.pub')], { encoding: 'utf8' })
    const { error, status, stdout } = check(sums)
    if (error !== undefined) {
      console.warn('NOT TESTED: signatures with minisign, because it is not installed')
      return
    }
    expect([status, stdout]).toEqual([0, expect.stringContaining(`plomada ${version} file:plomada-server-${version}.sha256`)])
    const other = join(folder, 'other.sha256')
    writeFileSync(
      other,
      readFileSync(sums, 'utf8').replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    expect(check(other).status).not.toBe(0)
  })
})

/** The machine that a program or library of Windows is for. */
function machineOf(content: Uint8Array | undefined): string {
  const bytes = Buffer.from(content ?? [])
  const header = bytes.readUInt32LE(0x3c)
  if (bytes.toString('latin1', header, header + 4) !== 'PE\0\0') return 'none'
  return { 34404: 'x64', 43620: 'arm64' }[bytes.readUInt16LE(header + 4)] ?? 'another'
}
