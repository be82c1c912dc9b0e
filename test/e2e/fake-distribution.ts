import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Electron's default fuses: version 1, eight of them, each '0' (off) or '1' (on). */
const fuses = Buffer.from([1, 8, ...Buffer.from('10110011')])
/** A small Windows program of electron-builder, whose resources can be edited like Electron's. */
const windowsProgram = 'node_modules/electron-winstaller/vendor/rcedit.exe'

/** Writes a folder like an Electron distribution, with a dummy program that has fuses. */
export function writeStandIn(folder: string, system: 'linux' | 'win'): string {
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['version', 'LICENSE', 'locales/es.pak', 'locales/en-US.pak', 'locales/de.pak']) writeFileSync(join(folder, name), '-')
  const file = join(folder, system === 'win' ? 'electron.exe' : 'electron')
  const program = system === 'win' ? readFileSync(windowsProgram) : Buffer.from('#!/bin/sh\n# ')
  writeFileSync(file, Buffer.concat([program, Buffer.from(fuseMark), fuses, Buffer.from('\n')]))
  chmodSync(file, 0o755)
  return folder
}

/** The fuses of a program, as '0' and '1' in Electron's order. */
export function fusesOf(program: Buffer): string {
  const start = program.indexOf(fuseMark) + fuseMark.length + 2
  return program.subarray(start, start + 8).toString()
}

/** Source of a module that replaces `electron`: it opens no window, sends requests to the scheme and prints the answers. */
export const electronModule = `
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
const verify = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079', codes: [{ slug: 'cte-db-he' }] }
const ask = { query: '¿Qué transmitancia máxima admite una cubierta plana en Madrid?' }
const ficha = { format: 'pdf', project: { name: 'Vivienda', geo_id: 'ES-28079', checks: [{ id: 'c1', element: verify.element, parameter: verify.parameter, value: 0.5, unit: 'W/m²K' }] } }
const listeners = {}
let isSandboxed = false
let answer
const print = async (name, response) => console.log(JSON.stringify({ name, status: response.status, body: (await response.text()).slice(0, 400) }))
const post = (path, body) =>
  answer(new Request('plomada://app' + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }))
export const app = {
  isPackaged: true, enableSandbox() { isSandboxed = true }, getVersion: () => '0', setPath() {}, requestSingleInstanceLock: () => true, quit() {}, exit(code) { process.exit(code) },
  whenReady: async () => {}, on(event, listener) { listeners[event] = listener }, getAppPath: () => '/nowhere',
  setAsDefaultProtocolClient: () => true, addRecentDocument() {},
}
export const protocol = { registerSchemesAsPrivileged() {}, handle(scheme, handler) { answer = handler } }
export const screen = { getAllDisplays: () => [] }
export const dialog = { showErrorBox(...words) { console.error(...words) }, async showMessageBox(window, words) { console.error(words); return { response: 0 } } }
export const clipboard = {}
export const session = { defaultSession: { on() {} } }
export const shell = {}
export const nativeTheme = { shouldUseDarkColors: false }
export const nativeImage = { createFromDataURL: (address) => address }
export class Tray {}
export const utilityProcess = {
  fork(script, args, { execArgv }) {
    const flags = [...execArgv, '--import', process.env.PLOMADA_TEST_SHIM]
    const child = fork(script, args, { execArgv: flags, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    return Object.assign(child, { postMessage: (message) => child.send(message) })
  },
}
const model = () => ({ model: readFileSync(process.env.PLOMADA_TEST_MODEL).toString('base64'), geo_id: 'ES-28079', format: 'json' })
export const Menu = { buildFromTemplate: (menu) => menu, setApplicationMenu() {} }
export class BrowserWindow {
  constructor(options) { if (!isSandboxed || !options.webPreferences.sandbox) throw new Error('not in a sandbox') }
  on() {}
  once() {}
  isVisible() { return true }
  async loadURL(address) {
    await print('page', await answer(new Request(address)))
    await print('docs', await answer(new Request('plomada://app/docs/')))
    await print('answer', await post('/api/v1/ask', ask))
    await print('ficha', await post('/api/v1/ficha', ficha))
    await print('model', await post('/api/v1/ifc', model()))
    await print('verdict', await post('/api/v1/verify', verify))
    listeners['will-quit']({ preventDefault() {} })
  }
}
`
