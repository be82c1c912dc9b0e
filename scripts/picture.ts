import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { type Pixels, palettePng } from './picture/palette-png.ts'

/** `npm run picture` starts the program, runs the example of the README on the page Verificar, and writes `scripts/picture/verdict.png` for the README. */
const root = join(import.meta.dirname, '..')
const out = join(import.meta.dirname, 'picture', 'verdict.png')
const address = '/verificar?lugar=Madrid+(28079)&elemento=cubierta-plana&parametro=transmitancia-termica&valor=0,50&unidad=W/m²K'
/** Larger than the 900 pixels at which it is shown, so that it stays sharp on high-density screens. */
const view = { width: 1280, height: 800 }
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file))

if (executablePath === undefined) throw new Error('Cannot draw the picture: found no Chromium (Debian: apt-get install chromium)')
for (const script of ['kb.ts', 'pages.ts']) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), 'build', '--if-stale'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`Cannot draw the picture: scripts/${script} failed`)
}
const data = mkdtempSync(join(tmpdir(), 'plomada-picture-'))
const server = spawn(process.execPath, [join(root, 'server', 'main.ts'), 'serve', '--quiet', '--port', '0', '--data', data], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--lang=es-ES'] })
try {
  writeFileSync(out, palettePng(await pixelsOf(browser, await verdictShot(browser, await pagesOf(server)))))
  console.log(`picture → ${out}, ${Math.round(statSync(out).size / 1000)} kB`)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('close', resolve))
  rmSync(data, { recursive: true, force: true })
}

/** Waits until the server prints the address of the pages with the first key. Rejects if the server exits before that. */
function pagesOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const printed = /https?:\S+#clave=plm_[0-9A-Za-z]{36}/.exec(text)?.[0]
      if (printed !== undefined && text.includes('listening on')) resolve(printed)
    })
    child.once('close', (code) => reject(new Error(`The server ended with ${code} before it listened`)))
  })
}

/** Takes a screenshot from the top of the page to the end of the verdict, with the cited table beside it. */
async function verdictShot(on: Browser, pages: string): Promise<Buffer> {
  const { origin, hash } = new URL(pages)
  const page = await on.newPage({ viewport: view, colorScheme: 'light', locale: 'es-ES' })
  await page.goto(`${origin}${address}${hash}`)
  await page.getByRole('heading', { name: 'NO CUMPLE' }).waitFor()
  await page.locator('td.marked').waitFor()
  await page.evaluate(() => document.fonts.ready)
  const last = await page.getByRole('button', { name: 'Copiar cita' }).boundingBox()
  if (last === null) throw new Error('The verdict is not shown')
  const clip = { x: 0, y: 0, width: view.width, height: Math.ceil(last.y + last.height + 40) }
  return page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true, clip })
}

/** Decodes a PNG in the browser. */
async function pixelsOf(on: Browser, png: Buffer): Promise<Pixels> {
  const page = await on.newPage()
  const { width, height, rgba } = await page.evaluate(async (source) => {
    const image = new Image()
    image.src = `data:image/png;base64,${source}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
    return { width: image.width, height: image.height, rgba: btoa(text) }
  }, png.toString('base64'))
  return { width, height, rgba: Buffer.from(rgba, 'base64') }
}
