// Before pdf.js, which needs it when it is loaded.
import './no-drawing.ts'
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { mostPageCharacters, type ReadPage, textPage } from './read-page.ts'

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

/** Distance between two lines, in heights of the letters, from which a paragraph begins. */
const paragraphGap = 1.75

/** What is told of a PDF while it is read. */
export interface PdfListener {
  opened(pages: number): void
  page(page: ReadPage): void
}

/**
 * Reads the text of a PDF page by page. Nothing in it is run, drawn or fetched. Throws an error named `PasswordException` if it needs a password,
 * and errors of the library if it cannot be opened. A page that cannot be read is told as `damaged`.
 */
export async function readPdfPages(bytes: Uint8Array, { opened, page: tell }: PdfListener): Promise<void> {
  const loading = getDocument({
    data: bytes,
    verbosity: 0,
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    // An image is of no use here, and unpacking a large one is what a hostile file would have us do.
    maxImageSize: 1,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  try {
    const document = await loading.promise
    opened(document.numPages)
    for (let number = 1; number <= document.numPages; number++) tell(await readPage(number, () => document.getPage(number)))
  } finally {
    await loading.destroy()
  }
}

async function readPage(number: number, open: () => Promise<PDFPageProxy>): Promise<ReadPage> {
  try {
    const page = await open()
    const read = textPage(number, inLines(await page.getTextContent()))
    const shown: ReadPage = read.content === 'blank' && (await isDrawnOn(page)) ? { ...read, content: 'image' } : read
    page.cleanup()
    return shown
  } catch {
    return { number, text: '', content: 'damaged' }
  }
}

/** Operators of what is drawn. Images themselves are left out, so that their place on the page, a transformation, stands for them. */
const drawing: ReadonlySet<number> = new Set([OPS.transform, OPS.constructPath, OPS.shadingFill, OPS.paintFormXObjectBegin])

/** True if a page draws anything besides text, such as a scanned image. */
async function isDrawnOn(page: PDFPageProxy): Promise<boolean> {
  return (await page.getOperatorList()).fnArray.some((operator) => drawing.has(operator))
}

/** The words of a page in lines, in reading order, with an empty line between paragraphs. */
function inLines({ items }: Content): string {
  const lines: string[] = []
  let length = 0
  let line = ''
  let last: { readonly y: number; readonly height: number } | undefined
  for (const one of items) {
    if (!('str' in one)) continue
    const place = { y: Number(one.transform[5] ?? 0), height: one.height }
    const gap = last === undefined || line !== '' ? 0 : last.y - place.y
    if (last !== undefined && gap > paragraphGap * Math.max(last.height, place.height, 1)) lines.push('')
    line += one.str
    if (one.str.trim() !== '') last = place
    if (!one.hasEOL) continue
    lines.push(line)
    length += line.length
    line = ''
    if (length > mostPageCharacters) break
  }
  return [...lines, line].join('\n')
}
