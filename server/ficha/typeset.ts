import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { typesetter } from './fallback-font.ts'
import { layoutOf } from './layout.ts'
import type { Ficha } from './model.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** A ficha as a PDF with its fonts within. The same ficha gives the same bytes: no clock is read. The libraries are loaded at the first one. */
export async function typeset(ficha: Ficha): Promise<Uint8Array<ArrayBuffer>> {
  const { default: pdfmake } = await import('pdfmake')
  // Required, not imported: the copy that the library itself has loaded.
  const { create } = require('fontkit') as typeof import('fontkit')
  const files = {
    'plex-regular': unpackWoff(packaged('@ibm/plex-sans', 'fonts/complete/woff/IBMPlexSans-Regular.woff')),
    'plex-semibold': unpackWoff(packaged('@ibm/plex-sans', 'fonts/complete/woff/IBMPlexSans-SemiBold.woff')),
    // Has the superscript minus of `W·m⁻²·K⁻¹`, which Plex lacks.
    'roboto-regular': packaged('pdfmake', 'fonts/Roboto/Roboto-Regular.ttf'),
    'roboto-medium': packaged('pdfmake', 'fonts/Roboto/Roboto-Medium.ttf'),
  }
  const library = pdfmake as typeof pdfmake & { virtualfs: { writeFileSync(name: string, content: Buffer): void } }
  for (const [name, content] of Object.entries(files)) library.virtualfs.writeFileSync(name, content)
  // Nothing is fetched and no file is read, whatever a project says.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy(() => false)
  pdfmake.setFonts({
    Plex: { normal: 'plex-regular', bold: 'plex-semibold' },
    Reserva: { normal: 'roboto-regular', bold: 'roboto-medium' },
  })
  const has = (file: Buffer) => {
    const font = create(file)
    return (codePoint: number): boolean => 'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(codePoint)
  }
  const type = typesetter(has(files['plex-regular']), has(files['roboto-regular']))
  return new Uint8Array(await pdfmake.createPdf(layoutOf(ficha, type)).getBuffer())
}

function packaged(name: string, path: string): Buffer {
  return readFileSync(join(dirname(require.resolve(`${name}/package.json`)), path))
}
