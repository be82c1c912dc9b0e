import { Parser } from 'saxen'
import { hulcError } from './hulc-error.ts'

/** Most bytes of a file that is read. Files of large buildings have a few MB. */
export const mostBytes = 64 * 1024 * 1024

/** What is read of a file `.ctehexml`: its general data by name, and the building as a text in the language of LIDER. */
export interface EnergyFile {
  readonly general: ReadonlyMap<string, string>
  readonly building: string
}

/** Reads a file `.ctehexml`. Throws `OperatorError` if it is too large or is none, and for a DOCTYPE, which could define entities. */
export function readEnergyFile(bytes: Uint8Array): EnergyFile {
  if (bytes.length > mostBytes) throw hulcError('El fichero pasa de 64 MB, y se admiten 64', 'The file has over 64 MB, and 64 are read')
  const general = new Map<string, string>()
  const path: string[] = []
  let text = ''
  let building: string | undefined
  const more = (part: string): void => {
    text += part
  }
  const fail = (): never => {
    throw notEnergyFile()
  }
  new Parser()
    .on('error', fail)
    .on('warn', fail)
    .on('attention', fail)
    .on('openTag', (name) => {
      path.push(name)
      if (path.length === 1 && name !== 'CTE-HE-XML') fail()
      text = ''
    })
    .on('closeTag', () => {
      const name = path.pop() ?? ''
      if (path.length === 2 && path[1] === 'DatosGenerales') general.set(name, text.trim())
      if (path.length === 1 && name === 'EntradaGraficaLIDER') building = text
      text = ''
    })
    .on('text', (raw, decode) => more(decode(raw)))
    .on('cdata', more)
    .parse(decoded(bytes))
  if (building === undefined) throw notEnergyFile()
  return { general, building }
}

/** UTF-8, or else the encoding of Windows in western Europe, in which older versions write. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function notEnergyFile() {
  return hulcError(
    'El fichero no es un modelo de HULC que se entienda: se espera el .ctehexml que guarda la Herramienta Unificada LIDER-CALENER',
    'The file is no model of HULC that can be read: expected the .ctehexml that Herramienta Unificada LIDER-CALENER saves',
  )
}
