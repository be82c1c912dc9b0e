import { CannotOpen } from '../server/errors/cannot-open.ts'
import { errorText } from '../server/errors/error-text.ts'

const advice: Readonly<Record<CannotOpen['part'], string>> = {
  base: 'Falta la base de normativa o está dañada. Vuelva a instalar Plomada: sus datos no se pierden.',
  pages: 'Faltan las páginas del programa. Vuelva a instalar Plomada: sus datos no se pierden.',
  data: 'La carpeta de sus datos no se puede abrir. Compruebe que se puede escribir en ella, que queda sitio en el disco y que no la usó una versión más nueva de Plomada.',
  settings: 'Un ajuste del entorno (PLOMADA_…) no vale. Corríjalo o quítelo.',
}

/** What to tell a person whose program cannot start: what is wrong and what to do first, then the program's own words for who helps them. */
export function startFailure(error: unknown): string {
  const known = error instanceof CannotOpen ? advice[error.part] : 'Ha ocurrido un fallo que el programa no esperaba.'
  return `${known}\n\nDetalle: ${errorText(error).es}`
}
