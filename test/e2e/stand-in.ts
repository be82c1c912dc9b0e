import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The fuses as Electron ships them: version 1, eight of them, each '0' off or '1' on. */
const fuses = Buffer.from([1, 8, ...Buffer.from('10110011')])

/** A folder shaped like Electron's own for Linux, with a program that does nothing but carry fuses. */
export function writeStandIn(folder: string): string {
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['version', 'LICENSE', 'locales/es.pak']) writeFileSync(join(folder, name), '-')
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(`#!/bin/sh\n# ${fuseMark}`), fuses, Buffer.from('\n')]))
  chmodSync(join(folder, 'electron'), 0o755)
  return folder
}

/** The fuses of a program, as '0' and '1' in Electron's order. */
export function fusesOf(program: Buffer): string {
  const start = program.indexOf(fuseMark) + fuseMark.length + 2
  return program.subarray(start, start + 8).toString()
}

/** A module in Electron's place: it opens no window, asks the scheme what the first page would and prints the answers. */
export const electronModule = `
const request = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079', codes: [{ slug: 'cte-db-he' }] }
const listeners = {}
let answer
const print = async (name, response) => console.log(JSON.stringify({ name, status: response.status, body: (await response.text()).slice(0, 200) }))
export const app = {
  isPackaged: true, enableSandbox() {}, requestSingleInstanceLock: () => true, quit() {}, exit(code) { process.exit(code) },
  whenReady: async () => {}, on(event, listener) { listeners[event] = listener }, getAppPath: () => '/nowhere',
}
export const protocol = { registerSchemesAsPrivileged() {}, handle(scheme, handler) { answer = handler } }
export const screen = { getAllDisplays: () => [] }
export const dialog = { showErrorBox(...words) { console.error(...words) } }
export const clipboard = {}
export const shell = {}
export const Menu = { buildFromTemplate: (menu) => menu, setApplicationMenu() {} }
export class BrowserWindow {
  on() {}
  async loadURL(address) {
    await print('page', await answer(new Request(address)))
    await print('docs', await answer(new Request('plomada://app/docs/')))
    const headers = { 'content-type': 'application/json' }
    await print('verdict', await answer(new Request('plomada://app/api/v1/verify', { method: 'POST', headers, body: JSON.stringify(request) })))
    listeners['will-quit']()
  }
}
`
