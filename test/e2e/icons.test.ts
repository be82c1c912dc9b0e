import { readdirSync, readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appleSides, icnsOf, icoOf } from '../../scripts/icons/icon-formats.ts'
import { executablePath, launch } from './browser.ts'

interface Held {
  readonly side: number
  readonly png: Buffer
}

const folder = 'electron/icons'
const svg = readFileSync('renderer/plomada.svg')
/** Width and height of a PNG file. Throws if it is not a PNG. */
const sidesOf = (png: Buffer): readonly number[] => {
  if (png.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

const linux: readonly Held[] = readdirSync(`${folder}/linux`).map((name) => ({
  side: Number(/^(\d+)x\1\.png$/.exec(name)?.[1]),
  png: readFileSync(`${folder}/linux/${name}`),
}))

function icoPictures(file: Buffer): Held[] {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index
    const start = file.readUInt32LE(entry + 12)
    return { side: file.readUInt8(entry) || 256, png: file.subarray(start, start + file.readUInt32LE(entry + 8)) }
  })
}

function icnsPictures(file: Buffer): (Held & { readonly kind: string })[] {
  const pictures: (Held & { readonly kind: string })[] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    const png = file.subarray(at + 8, at + file.readUInt32BE(at + 4))
    pictures.push({ kind: file.toString('latin1', at, at + 4), side: sidesOf(png)[0] ?? 0, png })
  }
  return pictures
}

const ico = readFileSync(`${folder}/plomada.ico`)
const icns = readFileSync(`${folder}/plomada.icns`)

describe('the icons of the desktop', () => {
  test('of Linux have the sizes that menus and docks need, and the size in their name', () => {
    expect(linux.map(({ side }) => side).toSorted((left, right) => left - right)).toEqual([16, 24, 32, 48, 64, 128, 256, 512])
    for (const { side, png } of linux) expect(sidesOf(png)).toEqual([side, side])
  })
  test('of Windows is one file with the same pictures up to 256 pixels', () => {
    expect(ico.readUInt32LE(0)).toBe(0x00010000)
    const held = icoPictures(ico)
    expect(held.map(({ side }) => side)).toEqual([16, 24, 32, 48, 64, 128, 256])
    for (const { side, png } of held) expect(png.equals(linux.find((one) => one.side === side)?.png ?? Buffer.alloc(0))).toBe(true)
    expect(icoOf(held).equals(ico)).toBe(true)
  })
  test('of macOS is one file with the supported types up to 1,024 pixels', () => {
    expect(icns.toString('latin1', 0, 4)).toBe('icns')
    expect(icns.readUInt32BE(4)).toBe(icns.length)
    const held = icnsPictures(icns)
    expect(held.map(({ kind, side }) => `${kind} ${side}`)).toEqual([
      ...['ic11 32', 'ic12 64', 'ic07 128', 'ic13 256', 'ic08 256', 'ic14 512', 'ic09 512', 'ic10 1024'],
    ])
    expect(icnsOf(held).equals(icns)).toBe(true)
  })
  test('cannot be made from pictures of wrong size', () => {
    expect(() => icoOf([{ side: 257, png: svg }])).toThrow('256 at most')
    expect(() => icnsOf(appleSides.slice(1).map((side) => ({ side, png: svg })))).toThrow(`no picture of ${appleSides[0]} pixels`)
  })
})

describe.skipIf(executablePath === undefined)('the icons of the desktop, drawn again', () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await launch()
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  /** Mean pixel difference (0 to 255) between a picture and the SVG drawn at the same size in its middle. */
  async function difference({ side, png }: Held, inner: number): Promise<number> {
    return page.evaluate(
      async ({ images, side, inner }) => {
        const [kept, again] = await Promise.all(
          images.map(async (source, index) => {
            const image = new Image()
            image.src = source
            await image.decode()
            const pen = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext('2d')
            const size = index === 0 ? side : inner
            pen?.drawImage(image, (side - size) / 2, (side - size) / 2, size, size)
            return pen?.getImageData(0, 0, side, side).data ?? new Uint8ClampedArray()
          }),
        )
        if (kept === undefined || again === undefined) throw new Error('no pixels')
        let sum = 0
        for (let index = 0; index < kept.length; index += 1) sum += Math.abs((kept[index] ?? 0) - (again[index] ?? 0))
        return sum / kept.length
      },
      { images: [`data:image/png;base64,${png.toString('base64')}`, `data:image/svg+xml;base64,${svg.toString('base64')}`], side, inner },
    )
  }

  test('match the SVG of the pages: "node scripts/icons.ts" draws them again', async () => {
    for (const picture of linux) expect(await difference(picture, picture.side), `${picture.side}`).toBeLessThan(2)
    for (const picture of icnsPictures(icns)) {
      // macOS icons have a margin: the picture is 824 of 1,024 pixels.
      const inner = Math.round((picture.side * 824) / 2048) * 2
      expect(await difference(picture, inner), picture.kind).toBeLessThan(2)
      if (picture.side === 128) expect(await difference(picture, picture.side)).toBeGreaterThan(5)
    }
  })
})
