import { CannotOpen } from '../server/errors/cannot-open.ts'
import { errorText } from '../server/errors/error-text.ts'

const advice: Readonly<Record<CannotOpen['part'], string>> = {
  base: 'Falta la base de normativa o está dañada. Vuelva a instalar Plomada: sus datos no se pierden.',
  pages: 'Faltan las páginas del programa. Vuelva a instalar Plomada: sus datos no se pierden.',
  data: 'La carpeta de sus datos no se puede abrir. Compruebe que se puede escribir en ella, que queda sitio en el disco y que no la usó una versión más nueva de Plomada.',
  settings: 'Un ajuste del entorno (PLOMADA_…) no es válido. Corríjalo o quítelo.',
}

/** The message for an error at start: the cause and what to do first, then the technical detail for support. */
export function startErrorMessage(error: unknown): string {
  const known = error instanceof CannotOpen ? advice[error.part] : 'Ha ocurrido un error inesperado.'
  return `${known}\n\nDetalle: ${errorText(error).es}`
}
