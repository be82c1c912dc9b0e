import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPdf {
  /** The text of each page, with line breaks. */
  readonly pages: readonly string[]
  readonly info: Readonly<Record<string, unknown>>
}

/** Extracts the text of a PDF in reading order. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''))
  }
  const { info } = await document.getMetadata()
  await loading.destroy()
  return { pages, info: { ...info } }
}
