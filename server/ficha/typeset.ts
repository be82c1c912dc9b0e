import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { typesetter } from './fallback-font.ts'
import { type Printed, printedLayout } from './printed.ts'
import { addSignatureField } from './signature-field.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** Makes the PDF of a document with embedded fonts. The same content gives the same bytes, because no clock is read. Loads the libraries at the first call. */
export async function typeset(what: Printed): Promise<Uint8Array<ArrayBuffer>> {
  const { default: pdfmake } = await import('pdfmake')
  // `require` and not `import`, to get the copy that pdfmake has loaded.
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
  // Never fetch a URL or read a file, whatever a project contains.
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
  const output = pdfmake.createPdf(printedLayout(what, type))
  addSignatureField(await output.getStream())
  return new Uint8Array(await output.getBuffer())
}

function packaged(name: string, path: string): Buffer {
  return readFileSync(join(dirname(require.resolve(`${name}/package.json`)), path))
}
