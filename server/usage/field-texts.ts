import type { Text } from '../errors/language.ts'
import { text } from './option.ts'

/** How a field of an input is called and explained on the command line. */
interface FieldText {
  readonly value: Text
  readonly about: Text
}

const day = text('AAAA-MM-DD', 'YYYY-MM-DD')
const edition = text('EDICIÓN', 'EDITION')

/** The fields of the inputs of `operationCommands`. */
export const fieldTexts: Readonly<Record<string, FieldText>> = {
  municipio: { value: text('MUNICIPIO', 'MUNICIPALITY'), about: text('por nombre o código', 'by name or code') },
  altitude_m: { value: text('METROS', 'METRES'), about: text('altitud del solar', 'altitude of the site') },
  ccaa: { value: text('COMUNIDAD', 'COMMUNITY'), about: text('por nombre o código', 'by name or code') },
  provincia: { value: text('PROVINCIA', 'PROVINCE'), about: text('por nombre o código', 'by name or code') },
  limit: { value: text('N'), about: text('resultados como máximo', 'most results') },
  cursor: { value: text('CURSOR'), about: text('sigue donde acabó la anterior', 'goes on where the last one ended') },
  zone: { value: text('ZONA', 'ZONE'), about: text('cuál', 'which one') },
  element: { value: text('ELEMENTO', 'ELEMENT'), about: text('como «cubierta plana»', 'such as "cubierta plana"') },
  parameter: { value: text('PARÁMETRO', 'PARAMETER'), about: text('como U o anchura', 'such as U or anchura') },
  geo_id: {
    value: text('LUGAR', 'PLACE'),
    about: text('municipio, por nombre o código (Madrid, ES-28079)', 'municipality, by name or code (Madrid, ES-28079)'),
  },
  context: { value: text('CAMPO=VALOR', 'FIELD=VALUE'), about: text('una condición del caso', 'a condition of the case') },
  codes: { value: text('NORMA', 'DOCUMENT'), about: text('solo estas normas, como cte-db-he', 'only these documents, such as cte-db-he') },
  collection: { value: text('COLECCIÓN', 'COLLECTION'), about: text('como cte', 'such as cte') },
  document: { value: text('NORMA', 'DOCUMENT'), about: text('como cte-db-he', 'such as cte-db-he') },
  section: { value: text('APARTADO', 'SECTION'), about: text('como lo da «normativa»', 'as "normativa" gives it') },
  version: { value: edition, about: text('esta edición', 'this edition') },
  as_of: { value: day, about: text('lo que regía ese día', 'what was in force on that day') },
  from: { value: edition, about: text('la edición de antes', 'the earlier edition') },
  to: { value: edition, about: text('la edición de después', 'the later edition') },
}
