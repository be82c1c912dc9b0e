import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { openLogFile } from '../../electron/log-file.ts'
import { type Patience, SupervisedService } from '../../electron/service/supervise.ts'
import { openStore } from '../../server/access/store.ts'
import { type Config, readConfig } from '../../server/config/config.ts'
import { openService } from '../../server/service.ts'
import { baseFile, dataFolder, signedPack } from '../packs/test-packs.ts'
import { bodyOf, flatRoof } from '../service.ts'
import { quit, Recorder, recordingShell, type Started, startRecorded } from './fake-electron.ts'
import { longestTurn } from './longest-turn.ts'
import { pagesFolder } from './pages.ts'

const patience: Patience = { pauses: [0, 0, 0], sound: 600_000, silence: 60_000, stop: 20_000 }
const services: SupervisedService[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop()
})

/** A service in a process of its own, over the real knowledge base. */
async function startApart(change: Partial<Patience> = {}, config: Partial<Config> = {}) {
  const recorder = new Recorder()
  recorder.service = 'apart'
  const settings = { ...readConfig({ PLOMADA_DATA: dataFolder(), PLOMADA_KB: inject('packFile'), PLOMADA_PORT: '0' }), ...config }
  const log = openLogFile(join(settings.dataFolder, 'plomada.log'), () => new Date())
  const pages = join(pagesFolder(), '.cache', 'pages')
  const service = new SupervisedService(
    { electron: recordingShell(recorder), config: { ...settings, pagesFolder: pages }, log },
    { ...patience, ...change },
  )
  services.push(service)
  await service.ready()
  const child = () => recorder.utilities.findLast(({ spawnargs }) => spawnargs.some((one) => one.endsWith('service-process.ts')))
  const kill = (): void => void child()?.kill('SIGKILL')
  return { service, recorder, child, kill, dataFolder: settings.dataFolder, log: () => readFileSync(log.file, 'utf8') }
}

const request = (path: string, body?: unknown, headers: Record<string, string> = {}): Request =>
  new Request(`plomada://app${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  })
const verify = (): Request => request('/api/v1/verify', flatRoof)
const project = (name: string): Request => request('/api/v1/proyectos', { name, geo_id: 'ES-28079', checks: [] })
/** The same request, whose body comes piece by piece as from a page of Electron. */
const inPieces = async (whole: Request): Promise<Request> => {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(bytes.slice(at, at + 65_536))
      at += 65_536
    },
  })
  const init = { method: whole.method, headers: whole.headers, body, duplex: 'half' }
  return new Request(whole.url, init)
}
/** The model of a flat with points that nothing uses, so that reading it takes a while. */
const largeModel = (points: number): string => {
  const flat = readFileSync(join('test', 'fixtures', 'ifc', 'piso.ifc'), 'utf8')
  const more = Array.from({ length: points }, (_, index) => `#${900_000 + index}=IFCCARTESIANPOINT((${index}.,0.,0.));`).join('\n')
  return Buffer.from(flat.replace(/ENDSEC;\s*END-ISO/, `${more}\nENDSEC;\nEND-ISO`)).toString('base64')
}

describe('the service in a process of its own', () => {
  test('answers as the desktop caller, with files, statuses and headers as they are', async () => {
    const { service, recorder } = await startApart()
    expect(recorder.calls).toEqual(['utility Plomada: servicio'])
    expect(await bodyOf(await service.fetch(verify()))).toMatchObject({ is_compliant: false, limit_value: 0.35 })
    expect(service.state).toMatchObject({ base: { version: expect.stringMatching(/^20/) }, storageAdvice: undefined, lanUrl: undefined })
    expect(service.state.hosts).toContain('www.boe.es')
    const page = await service.fetch(request('/verificar'))
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
    const list = await service.fetch(request('/api/v1/municipios?limit=2'))
    const same = await service.fetch(request('/api/v1/municipios?limit=2', undefined, { 'if-none-match': list.headers.get('etag') ?? '' }))
    expect([list.status, same.status, same.body]).toEqual([200, 304, null])
    expect((await service.fetch(request('/api/v1/nada'))).status).toBe(404)
  }, 60_000)

  test('reads a large model, in a process that the main one starts, without holding the main process up', async () => {
    const { service, recorder } = await startApart()
    const model = { model: largeModel(150_000), name: 'grande.ifc', geo_id: 'ES-28079', format: 'json' }
    const ask = () => inPieces(request('/api/v1/ifc', model))
    // The shortest of three, since collecting the garbage of earlier tests may fall into one.
    const turns: number[] = []
    for (const _ of Array(3)) {
      const sent = await ask()
      turns.push(await longestTurn(async () => expect(await bodyOf(await service.fetch(sent))).toMatchObject({ file: 'grande.ifc' })))
    }
    const apart = Math.min(...turns)
    expect(recorder.calls).toEqual(['utility Plomada: servicio', ...Array(3).fill('utility Plomada: lectura de un archivo')])
    // The same request to a service in this process, as it was: it does hold it up.
    const config = readConfig({ PLOMADA_DATA: dataFolder(), PLOMADA_KB: inject('packFile') })
    const here = openService(config, () => undefined)
    const again = await ask()
    const together = await longestTurn(async () => expect((await here.app.fetch(again, { kind: 'desktop' })).status).toBe(200))
    here.close()
    expect(apart, `ms of CPU in one turn; ${together} with the service in the same process`).toBeLessThan(together / 2)
  }, 240_000)

  test('shows another base, and the network, from the moment they change', async () => {
    const { service } = await startApart({}, { packFileIs: 'shipped' })
    const changes: string[] = []
    service.onChange(({ base }) => changes.push(base.version))
    const { bytes, signature } = signedPack(baseFile('2026.12.7', '2026-12-01'))
    expect((await service.fetch(request('/api/v1/admin/base', { pack: bytes.toString('base64'), signature }))).status).toBe(200)
    await vi.waitFor(() => expect(changes.at(-1)).toBe('2026.12.7'), 20_000)
    expect(service.state.base.version).toBe('2026.12.7')
    const { url, firstKey } = await service.lan.on()
    expect([service.lan.url, firstKey]).toEqual([url, expect.stringMatching(/^plm_/)])
    await service.lan.off()
    expect(service.lan.url).toBeUndefined()
  }, 60_000)
})

describe('a service that ends by itself', () => {
  test('is started again; what it was answering gets a problem, and what comes after it an answer', async () => {
    const { service, kill, log } = await startApart({ pauses: [200, 200] })
    const troubles: string[] = []
    service.onTrouble((what) => troubles.push(what))
    const slow = request('/api/v1/ifc', { model: largeModel(20_000), name: 'a.ifc', geo_id: 'ES-28079', format: 'json' })
    const caught = [service.fetch(slow), service.fetch(verify()), service.fetch(verify())]
    await Promise.all(caught.slice(1))
    kill()
    const lost = await await caught[0]
    expect([lost?.status, lost?.headers.get('content-type'), lost?.headers.get('retry-after')]).toEqual([503, 'application/problem+json', '2'])
    expect(await lost?.json()).toMatchObject({ code: 'starting', title: 'El servicio está arrancando' })
    expect(troubles).toEqual(['starts'])
    expect((await service.fetch(verify())).status).toBe(200)
    expect(log()).toMatch(/service gone .*"times":1/)
    await vi.waitFor(() => expect(log()).toContain('service ready again'), 20_000)
  }, 60_000)

  test('loses nothing that it confirmed', async () => {
    const { service, child, kill } = await startApart()
    const confirmed: string[] = []
    const ended = new Promise((resolve) => child()?.once('exit', resolve))
    const making = Array.from({ length: 40 }, async (_, index) => {
      const response = await service.fetch(project(`Obra ${index}`))
      if (!response.ok) {
        expect(response.status).toBe(503)
        return
      }
      confirmed.push(`Obra ${index}`)
      if (confirmed.length === 5) kill()
    })
    await Promise.all([...making, ended])
    const { items } = (await bodyOf(await service.fetch(request('/api/v1/proyectos?limit=100')))) as { items: { name: string }[] }
    expect(confirmed.length).toBeGreaterThanOrEqual(5)
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(confirmed))
  }, 60_000)

  test('serves the private network again, with the same keys', async () => {
    const { service, kill, dataFolder: folder } = await startApart({}, { port: 47_811 })
    const { url, firstKey } = await service.lan.on()
    kill()
    await vi.waitFor(async () => expect((await service.fetch(verify())).status).toBe(200), 20_000)
    await vi.waitFor(() => expect(service.lan.url).toBe(url))
    const ca = readFileSync(join(folder, 'tls', 'ca.crt'), 'utf8')
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${firstKey}` }
      const { port } = new URL(url)
      get({ host: '127.0.0.1', port, path: '/api/v1/meta', headers, ca, agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).on('error', reject)
    })
    expect(status).toBe(200)
  }, 60_000)

  test('is not started for ever; the user may start it again', async () => {
    const { service, kill, log } = await startApart({ pauses: [0, 0] })
    const troubles: string[] = []
    service.onTrouble((what) => troubles.push(what))
    for (const times of [1, 2, 3]) {
      await service.fetch(verify())
      kill()
      await vi.waitFor(() => expect(troubles).toHaveLength(times), 20_000)
    }
    expect(troubles).toEqual(['starts', 'starts', 'gone'])
    expect((await service.fetch(verify())).status).toBe(503)
    expect(log()).toContain('"isStartedAgain":false')
    service.restart()
    expect((await service.fetch(verify())).status).toBe(200)
  }, 60_000)

  test('is told of where it stands still, and can be started anew', async () => {
    const { service, child, log } = await startApart({ silence: 400 })
    const troubles: string[] = []
    service.onTrouble((what) => troubles.push(what))
    child()?.kill('SIGSTOP')
    const held = service.fetch(verify())
    await vi.waitFor(() => expect(troubles).toEqual(['silent']), 20_000)
    expect(log()).toContain('service silent')
    service.restart()
    expect((await held).status).toBe(503)
    expect((await service.fetch(verify())).status).toBe(200)
  }, 60_000)
})

describe('the end of the program', () => {
  test('waits for what was begun: everything confirmed is stored, and the service has closed its files', async () => {
    const { service, dataFolder: folder } = await startApart()
    const making = Array.from({ length: 20 }, (_, index) => service.fetch(project(`Obra ${index}`)))
    await new Promise((resolve) => setImmediate(resolve))
    await service.stop()
    const statuses = (await Promise.all(making)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await service.fetch(verify())).status).toBe(503)
    const store = openStore(folder, () => new Date())
    expect(store.projects.list()).toHaveLength(20)
    await store.close()
  }, 60_000)

  test('does not wait for ever', async () => {
    const { service, child, log } = await startApart({ stop: 300 })
    child()?.kill('SIGSTOP')
    await service.stop()
    expect(log()).toContain('service does not stop')
    expect(child()?.signalCode).toBe('SIGKILL')
  }, 60_000)
})

describe('the whole desktop, with its service apart', () => {
  const begin = async (change: Record<string, unknown> = {}): Promise<Started> => {
    const recorder = new Recorder()
    recorder.service = 'apart'
    return startRecorded(change, recorder)
  }
  test('says that the service has ended and where that is noted; in the tray it says nothing', async () => {
    const { recorder, dataFolder: folder, stop } = await begin()
    recorder.pressed = 1
    recorder.utilities[0]?.kill('SIGKILL')
    const file = join(folder, 'desktop', 'plomada.log')
    await vi.waitFor(() => expect(recorder.calls).toContain(`show ${file}`), 20_000)
    expect(recorder.messages).toMatchObject([
      { type: 'error', message: 'El servicio se ha detenido y vuelve a empezar', detail: expect.stringContaining(file) },
    ])
    expect((await recorder.request('plomada://app/')).status).toBe(200)
    recorder.isVisible = false
    recorder.utilities[1]?.kill('SIGKILL')
    await vi.waitFor(() => expect(recorder.utilities).toHaveLength(3), 20_000)
    expect([recorder.messages.length, recorder.orphans]).toEqual([1, []])
    await stop()
    expect(recorder.calls.at(-1)).toBe('quit')
    expect(recorder.utilities.map(({ exitCode, signalCode }) => exitCode === null && signalCode === null)).toEqual([false, false, false])
  }, 60_000)
  test('a base that is not there is told as before, and the process does not stay', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-desktop-'))
    const none = join(folder, 'nada.kb')
    writeFileSync(none, 'nada')
    const { recorder } = await begin({ environment: { PLOMADA_DATA: folder, PLOMADA_KB: none } })
    expect(recorder.messages).toMatchObject([
      { message: 'Plomada no puede empezar', detail: expect.stringMatching(/^Falta la base de normativa o está dañada/) },
    ])
    expect([recorder.calls.at(-1), recorder.windows]).toEqual(['exit 1', []])
    await vi.waitFor(() => expect(recorder.utilities[0]?.signalCode).toBe('SIGKILL'), 20_000)
  }, 60_000)
  test('quitting twice at once stops it once', async () => {
    const { recorder } = await begin()
    await Promise.all([quit(recorder), quit(recorder)])
    expect(recorder.calls.filter((call) => call === 'quit')).toHaveLength(1)
  }, 60_000)
})
