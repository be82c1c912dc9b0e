import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { ModelError } from './model-error.ts'

const atStart = 64 * 1024
const atEnd = 4096
const mib = 1024 * 1024

/** Looks at size, beginning and end of a file before anything reads it whole. Returns its bytes. Throws a `ModelError` if it is no IFC model that can be read. */
export function checkModelFile(file: string, mostBytes: number): number {
  const { size, start, end } = endsOf(file)
  const name = basename(file)
  if (size > mostBytes)
    throw new ModelError('too-large', {
      es: `«${name}» ocupa ${Math.ceil(size / mib)} MB y se admiten ${Math.floor(mostBytes / mib)}: exporte solo arquitectura, o una planta o un edificio en cada fichero`,
      en: `"${name}" has ${Math.ceil(size / mib)} MB and at most ${Math.floor(mostBytes / mib)} are read: export the architecture alone, or one storey or building in each file`,
    })
  if (!/^\uFEFF?\s*ISO-10303-21\s*;/.test(start)) throw new ModelError('not-ifc', notIfc(name, start))
  const schema = /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/i.exec(start)?.[1]?.toUpperCase() ?? ''
  if (!/^IFC(2X3|4|4X[1-3])(_\w+)?$/.test(schema))
    throw new ModelError('schema', {
      es: `«${name}» dice ser del esquema «${schema || 'ninguno'}»: se leen IFC2X3, IFC4 e IFC4X3`,
      en: `"${name}" states the schema "${schema || 'none'}": IFC2X3, IFC4 and IFC4X3 are read`,
    })
  if (!/END-ISO-10303-21\s*;/.test(end))
    throw new ModelError('truncated', {
      es: `«${name}» está incompleto: falta el final (END-ISO-10303-21). Vuelva a exportarlo o a copiarlo`,
      en: `"${name}" is incomplete: its end (END-ISO-10303-21) is missing. Export or copy it again`,
    })
  return size
}

function notIfc(name: string, start: string): { es: string; en: string } {
  if (start.startsWith('PK'))
    return { es: `«${name}» está comprimido: descomprímalo y dé el fichero .ifc`, en: `"${name}" is compressed: unpack it and give the .ifc file` }
  if (/^\uFEFF?\s*<\?xml/.test(start))
    return { es: `«${name}» es XML: exporte el modelo como IFC (STEP, .ifc)`, en: `"${name}" is XML: export the model as IFC (STEP, .ifc)` }
  return {
    es: `«${name}» no es un modelo IFC: un fichero .ifc empieza por ISO-10303-21`,
    en: `"${name}" is no IFC model: an .ifc file begins with ISO-10303-21`,
  }
}

function endsOf(file: string): { readonly size: number; readonly start: string; readonly end: string } {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    throw new ModelError('not-ifc', { es: `No se puede abrir «${file}»`, en: `Cannot open "${file}"` }, { cause: error })
  }
  try {
    const { size } = fstatSync(descriptor)
    const part = (length: number, from: number): string => {
      const bytes = Buffer.alloc(Math.min(length, size))
      return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, Math.max(0, from)))
    }
    return { size, start: part(atStart, 0).replace(/^ï»¿/, '\uFEFF'), end: part(atEnd, size - atEnd) }
  } catch (error) {
    throw new ModelError('not-ifc', { es: `No se puede leer «${file}»`, en: `Cannot read "${file}"` }, { cause: error })
  } finally {
    closeSync(descriptor)
  }
}
