import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPages } from '../../server/api/pages.ts'

let folder = ''
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plomada-pages-'))
  mkdirSync(join(folder, 'assets'))
  write('index.html', '<p>Plomada</p>')
  write('assets/a.js', 'one')
  write('assets/a.js.br', 'packed')
  write('assets/b.js', 'two')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (body: Uint8Array | undefined): string | undefined => (body === undefined ? undefined : Buffer.from(body).toString())

test('a file has its type and what the build compressed; nothing else of the folder can be asked for', () => {
  const pages = openPages(folder)
  expect(pages?.file('/assets/a.js')?.type).toBe('text/javascript; charset=utf-8')
  expect(textOf(pages?.file('/assets/a.js')?.encoded.get('br'))).toBe('packed')
  expect([...(pages?.file('/assets/b.js')?.encoded.keys() ?? [])]).toEqual([])
  for (const path of ['/assets/a.js.br', '/../secret', '/assets/../index.html', '/assets', '/nada.js']) expect(pages?.file(path)).toBeUndefined()
})

test('pages that are built again while the service runs do not mix with those it began with', async () => {
  const pages = openPages(folder)
  await pages?.readRest()
  write('index.html', 'new')
  write('assets/a.js', 'new')
  rmSync(join(folder, 'assets/b.js'))
  expect(['/index.html', '/assets/a.js', '/assets/b.js'].map((path) => textOf(pages?.file(path)?.body))).toEqual(['<p>Plomada</p>', 'one', 'two'])
})

test('a file that went before anybody asked for it is not there', async () => {
  const pages = openPages(folder)
  rmSync(join(folder, 'assets/b.js'))
  await pages?.readRest()
  expect(pages?.file('/assets/b.js')).toBeUndefined()
})

test('a file that was gone when somebody asked for it, and is back, is read with the rest', async () => {
  const pages = openPages(folder)
  rmSync(join(folder, 'assets/b.js'))
  expect(pages?.file('/assets/b.js')).toBeUndefined()
  write('assets/b.js', 'two')
  await pages?.readRest()
  rmSync(join(folder, 'assets/b.js'))
  expect(textOf(pages?.file('/assets/b.js')?.body)).toBe('two')
})

test.each([
  ['a.b.js', 'text/javascript; charset=utf-8'],
  ['a.css', 'text/css; charset=utf-8'],
  ['a.svg', 'image/svg+xml'],
  ['a.png', 'image/png'],
  ['a.wasm', 'application/wasm'],
  ['a.webmanifest', 'application/manifest+json'],
  ['a.woff2', 'font/woff2'],
  ['a.json', 'application/json'],
  ['a.txt', 'text/plain; charset=utf-8'],
  ['a.nada', 'application/octet-stream'],
  ['a', 'application/octet-stream'],
])('%s is sent as %s', (name, type) => {
  write(name, 'x')
  expect(openPages(folder)?.file(`/${name}`)?.type).toBe(type)
})

test('both encodings of the build are found, also of a name with dots', () => {
  write('assets/a.b.js', 'one')
  write('assets/a.b.js.br', 'br')
  write('assets/a.b.js.gz', 'gz')
  const encoded = openPages(folder)?.file('/assets/a.b.js')?.encoded
  expect([textOf(encoded?.get('br')), textOf(encoded?.get('gzip'))]).toEqual(['br', 'gz'])
  expect(openPages(folder)?.file('/assets/a.b.js.gz')).toBeUndefined()
})

test('a folder without a start page has no pages', () => {
  rmSync(join(folder, 'index.html'))
  expect(openPages(folder)).toBeUndefined()
})
