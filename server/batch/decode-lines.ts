import { ServiceError } from '../errors/service-error.ts'

/** Longest line, in characters. A longer one means that the file is not a table. */
const longestLine = 4 * 1024 * 1024

/**
 * Decodes a stream of bytes into lines without line ends. The first bytes decide whether it is UTF-8, UTF-16 or Windows-1252, the encodings that
 * spreadsheets write. Throws `validation` if the text cannot be decoded.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let rest = ''
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk)
    const lines = (rest + decoded(decoder, chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw unreadable('una línea pasa de 4 MiB', 'a line is over 4 MiB')
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  rest += decoder?.decode() ?? ''
  if (rest !== '') yield rest.replace(/\r$/, '')
}

function decoderFor(first: Uint8Array): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le')
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(first, { stream: true })
    return new TextDecoder('utf-8', { fatal: true })
  } catch {
    return new TextDecoder('windows-1252')
  }
}

function decoded(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw unreadable('empieza en UTF-8 y luego deja de serlo: guárdelo como CSV UTF-8', 'it begins as UTF-8 and then is not: save it as CSV UTF-8')
  }
}

function unreadable(es: string, en: string): ServiceError {
  return new ServiceError('validation', { es: `No se puede leer el texto: ${es}`, en: `Cannot read the text: ${en}` })
}
