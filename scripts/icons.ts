import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { appleSides, icnsOf, icoOf, type Picture } from './icons/icon-formats.ts'

/** `icons [chromium]` draws the desktop icons of every system from `renderer/plomada.svg`. Run it when that file changes. */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'electron', 'icons')
const svg = readFileSync(join(root, 'renderer', 'plomada.svg')).toString('base64')
/** macOS leaves a margin around an icon: 824 of 1,024 pixels are the icon itself. */
const appleShare = 824 / 1024

const browser = await chromium.launch({ executablePath: process.argv[2] ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
const full = await drawn(page, [16, 24, 32, 48, 64, 128, 256, 512], 1)
const inset = await drawn(page, appleSides, appleShare)
await browser.close()

mkdirSync(join(folder, 'linux'), { recursive: true })
for (const { side, png } of full) writeFileSync(join(folder, 'linux', `${side}x${side}.png`), png)
writeFileSync(join(folder, 'plomada.ico'), icoOf(full.filter(({ side }) => side <= 256)))
writeFileSync(join(folder, 'plomada.icns'), icnsOf(inset))
console.log(`icons → ${folder}`)

async function drawn(on: Page, sides: readonly number[], share: number): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const side of sides) {
    const inner = Math.round((side * share) / 2) * 2
    await on.setViewportSize({ width: side, height: side })
    await on.setContent(
      `<style>html,body{margin:0;background:none}img{position:absolute;inset:0;margin:auto}</style><img width="${inner}" height="${inner}" src="data:image/svg+xml;base64,${svg}">`,
    )
    await on.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    pictures.push({ side, png: await on.screenshot({ omitBackground: true }) })
  }
  return pictures
}
