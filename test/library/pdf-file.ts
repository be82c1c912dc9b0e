import { deflateSync } from 'node:zlib'

/** A page of a made PDF: its lines, from top to bottom; a line of `''` leaves a gap. `content`: the operators themselves. `image`: one of this many pixels on each side. */
export interface MadePage {
  readonly lines?: readonly string[]
  readonly content?: string | Buffer
  readonly image?: number
}

/** Writes a PDF by hand, so that tests decide each byte of it. `extra`: more entries of the catalog. */
export function pdfFile(pages: readonly MadePage[], { extra = '', objects: others = [] as readonly string[], trailer = '' } = {}): Buffer {
  const objects: (string | Buffer)[] = []
  const add = (body: string | Buffer): number => objects.push(body)
  add(`<< /Type /Catalog /Pages 2 0 R ${extra} >>`)
  add('')
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const kids = pages.map(({ lines = [], content, image }) => {
    const drawn = image === undefined ? '' : 'q 500 0 0 700 50 50 cm /Im0 Do Q'
    const stream = add(
      streamOf(
        content ??
          `${drawn}\nBT /F1 10 Tf 50 790 Td 14 TL\n${lines.map((line) => (line === '' ? 'T* T*' : `(${escaped(line)}) Tj T*`)).join('\n')}\nET`,
      ),
    )
    const picture = image === undefined ? undefined : add(imageOf(image))
    const resources = `/Font << /F1 3 0 R >>${picture === undefined ? '' : ` /XObject << /Im0 ${picture} 0 R >>`}`
    return add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${stream} 0 R >>`)
  })
  for (const one of others) add(one)
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`
  return assembled(objects, trailer)
}

function assembled(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [at, body] of objects.entries()) {
    offsets.push(length)
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n'),
    ])
    parts.push(part)
    length += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function streamOf(content: string | Buffer): Buffer {
  const packed = typeof content === 'string' ? deflateSync(Buffer.from(content, 'latin1')) : content
  return Buffer.concat([Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`), packed, Buffer.from('\nendstream')])
}

function imageOf(side: number): Buffer {
  const packed = deflateSync(Buffer.alloc(side * side, 0x80))
  const head = `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')])
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, (one) => `\\${one}`)
}
