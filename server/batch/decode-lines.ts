import { ServiceError } from '../errors/service-error.ts'

/** No check needs a longer line, in characters: what has one is not a table. */
const longestLine = 4 * 1024 * 1024

/** The lines of a text as it arrives, without their ends: UTF-8, or what spreadsheets write instead (UTF-16, Windows-1252), told by its first bytes. Throws `validation` where it is none. */
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
