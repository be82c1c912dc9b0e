import type { Language } from '../errors/language.ts'

/** A text between the quotation marks of a language. */
export const quotedIn: Readonly<Record<Language, (text: string) => string>> = { es: (text) => `«${text}»`, en: (text) => `"${text}"` }

const spanish = {
  none: 'Ningún proyecto',
  list: ['id', 'nombre', 'expediente', 'lugar', 'comprobaciones', 'revisión', 'cambiado'],
  history: ['revisión', 'escrita', 'por', 'fotografías'],
  bin: ['id', 'nombre', 'eliminado', 'por', 'se borra'],
  emptyBin: 'La papelera está vacía',
  deleted: (id: string) => `En la papelera: ${id}`,
  recovered: (id: string) => `Recuperado: ${id}`,
  erased: (id: string) => `Borrado para siempre: ${id}`,
  undone: (revision: string, now: string) => `Dice otra vez lo de la revisión ${revision}; es la ${now}`,
  added: 'añadido',
  removed: 'quitado',
  moved: 'en otro orden',
  changed: 'cambiado',
  unknown: 'no consta',
  key: (name: string, id: string) => `${name} (clave n.º ${id})`,
  here: 'este equipo',
}

const english: typeof spanish = {
  none: 'No projects',
  list: ['id', 'name', 'file', 'place', 'checks', 'revision', 'changed'],
  history: ['revision', 'written', 'by', 'photographs'],
  bin: ['id', 'name', 'deleted', 'by', 'erased on'],
  emptyBin: 'The bin is empty',
  deleted: (id) => `In the bin: ${id}`,
  recovered: (id) => `Recovered: ${id}`,
  erased: (id) => `Erased for good: ${id}`,
  undone: (revision, now) => `It says again what revision ${revision} said; it is revision ${now}`,
  added: 'added',
  removed: 'removed',
  moved: 'in another order',
  changed: 'changed',
  unknown: 'not recorded',
  key: (name, id) => `${name} (key no. ${id})`,
  here: 'this computer',
}

/** What `project` prints, in both languages. */
export const projectWords: Readonly<Record<Language, typeof spanish>> = { es: spanish, en: english }
