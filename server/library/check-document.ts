import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Text } from '../errors/language.ts'
import { LibraryError, type LibraryErrorReason } from './library-error.ts'
import type { Source } from './library-files.ts'
import { decodeText } from './text/plain-pages.ts'
import { type Format, formats } from './text/read-page.ts'

export const mib = 1024 * 1024
const atStart = 4096
/** The beginning of old documents of Office, and of new ones with a password. */
const compound = 'd0cf11e0a1b11ae1'

/** Looks at name, size and beginning of a file before anything reads it whole, and returns its format. Throws a `LibraryError` if the library does not take it. */
export function checkDocument(source: Source, name: string, mostBytes: number): Format {
  const { size, start } = startOf(source)
  const refuse = (reason: LibraryErrorReason, { es, en }: Text): never => {
    throw new LibraryError(reason, { es: `«${name}» ${es}`, en: `"${name}" ${en}` })
  }
  const format = formatNamed(name)
  if (format === undefined)
    return refuse('format', {
      es: `no es de un formato que se lea: se espera ${formats.map((one) => `.${one}`).join(', ')}`,
      en: `is of no format that is read: expected ${formats.map((one) => `.${one}`).join(', ')}`,
    })
  if (size === 0) return refuse('empty', { es: 'está vacío', en: 'is empty' })
  if (size > mostBytes)
    return refuse('too-large', {
      es: `ocupa ${Math.ceil(size / mib)} MB y se admiten ${Math.floor(mostBytes / mib)}: divídalo en varios, o redúzcalo`,
      en: `has ${Math.ceil(size / mib)} MB and at most ${Math.floor(mostBytes / mib)} are taken: divide it, or make it smaller`,
    })
  if (start.subarray(0, 8).toString('hex') === compound)
    return refuse('encrypted', {
      es: 'tiene contraseña o es un .doc antiguo: guárdelo como .docx sin contraseña',
      en: 'has a password or is an old .doc: save it as .docx without a password',
    })
  if (!isAsNamed[format](start)) return refuse('format', notAsNamed(format))
  return format
}

function formatNamed(name: string): Format | undefined {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return formats.find((format) => format === extension || (format === 'md' && extension === 'markdown'))
}

const isText = (start: Buffer): boolean => decodeText(start) !== undefined && !start.subarray(0, 5).equals(Buffer.from('%PDF-'))
const isAsNamed: Readonly<Record<Format, (start: Buffer) => boolean>> = {
  pdf: (start) => start.includes('%PDF-'),
  docx: (start) => start.subarray(0, 2).equals(Buffer.from('PK')),
  md: isText,
  txt: isText,
}

function notAsNamed(format: Format): Text {
  if (format === 'pdf') return { es: 'no es un PDF: un PDF empieza por %PDF-', en: 'is no PDF: a PDF begins with %PDF-' }
  if (format === 'docx') return { es: 'no es un documento .docx', en: 'is no .docx document' }
  return { es: 'no es texto', en: 'is no text' }
}

function startOf(source: Source): { readonly size: number; readonly start: Buffer } {
  if ('bytes' in source) return { size: source.bytes.length, start: Buffer.from(source.bytes.subarray(0, atStart)) }
  const { file } = source
  const handle = openSync(file, 'r')
  try {
    const start = Buffer.alloc(atStart)
    return { size: fstatSync(handle).size, start: start.subarray(0, readSync(handle, start, 0, atStart, 0)) }
  } finally {
    closeSync(handle)
  }
}
