import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'plomada-server-packages-'))
const system = join(folder, 'root')
const inSystem = (path: string): string => join(system, path)
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? ''
const canInstall = process.platform === 'linux' && spawnSync('dpkg', ['--version']).error === undefined && process.getuid?.() === 0
if (!canInstall) console.warn('NOT TESTED: the Debian package, because it is installed with dpkg as root')

const script = (body: string): string =>
  execFileSync(process.execPath, ['--input-type=module', '-e', body], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const build = (out: string, as: string): string =>
  script(
    `const { buildServerPackages } = await import(${JSON.stringify(pathToFileURL('scripts/server-packages.mjs').href)}); buildServerPackages(${JSON.stringify(out)}, ${JSON.stringify(as)})`,
  )
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
  for (const as of [version, newer]) build(join(folder, as), as)
  for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/lib/plomada']) mkdirSync(inSystem(path), { recursive: true })
  for (const name of ['status', 'available']) writeFileSync(inSystem(`var/lib/dpkg/${name}`), '')
}, 400_000)
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
    expect(list.filter((one) => /plomada\/(?:test|server\/.*\.ts|kb\/(?:normativa|compiler))/.test(one))).toEqual([])
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
  test('is listed with its checksum and its bill of materials', () => {
    const sums = readFileSync(join(folder, version, `plomada-server-${version}.sha256`), 'utf8')
      .trim()
      .split('\n')
    expect(sums).toHaveLength(3)
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
      readonly components: readonly { readonly name: string }[]
    }
    expect([bill.bomFormat, bill.components.some(({ name }) => name === 'better-sqlite3')]).toEqual(['CycloneDX', true])
  })
})
