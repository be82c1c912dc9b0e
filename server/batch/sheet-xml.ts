import { Parser } from 'saxen'
import { sheetRefused } from './sheet-refused.ts'

/** Functions that are called while XML is read. Names of elements come without their prefix, those of attributes with it. */
export interface XmlHandlers {
  open(name: string, attribute: (name: string) => string | undefined): void
  close(name: string): void
  text(text: string): void
}

/** Reads one XML file of a spreadsheet. Throws `sheet-refused` if it is not well-formed, and for a DOCTYPE, which could define entities. */
export function readXml(bytes: Uint8Array, { open, close, text }: XmlHandlers): void {
  const malformed = () =>
    sheetRefused(
      'La hoja de cálculo tiene dentro XML que no se entiende: ábrala, guárdela otra vez y vuelva a elegirla. Si lleva contraseña, quítela',
      'The spreadsheet holds XML that cannot be read: open it, save it again and choose it again. If it has a password, remove it',
    )
  const fail = (): never => {
    throw malformed()
  }
  const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)
  let xml = ''
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    fail()
  }
  new Parser()
    .on('error', fail)
    .on('warn', fail)
    .on('attention', fail)
    .on('openTag', (name, attributes, decode) =>
      open(withoutPrefix(name), (wanted) => {
        const value = attributes()[wanted]
        return value === undefined ? undefined : decode(value)
      }),
    )
    .on('closeTag', (name) => close(withoutPrefix(name)))
    .on('text', (raw, decode) => text(decode(raw)))
    .on('cdata', text)
    .parse(xml)
}
