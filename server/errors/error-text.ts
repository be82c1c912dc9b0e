import { CannotOpen } from './cannot-open.ts'
import type { Text } from './language.ts'

interface SystemError extends Error {
  readonly code: string
  readonly syscall?: unknown
  readonly path?: unknown
  readonly address?: unknown
  readonly port?: unknown
  readonly hostname?: unknown
}

/** Any error as one sentence in both languages, for the person who runs the program. An unexpected error keeps its own message. */
export function errorText(error: unknown): Text {
  if (error instanceof CannotOpen) return errorText(error.cause)
  if (hasDetail(error)) return error.detail
  if (isSystemError(error)) return systemText(error)
  const message = error instanceof Error ? error.message : String(error)
  return { es: `Error inesperado: ${message}`, en: `Unexpected error: ${message}` }
}

/** True for errors with a text in both languages, such as `OperatorError` and `ServiceError`. */
function hasDetail(error: unknown): error is Error & { readonly detail: Text } {
  if (!(error instanceof Error) || !('detail' in error)) return false
  const { detail } = error
  return typeof detail === 'object' && detail !== null && 'es' in detail && 'en' in detail
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(E[A-Z0-9_]+|SQLITE_\w+)$/.test(error.code)
}

/** An error of the operating system or of SQLite. */
function systemText({ code, syscall, path, address, port, hostname }: SystemError): Text {
  const file = typeof path === 'string' ? path : ''
  const at = `${String(address ?? '')}:${String(port ?? '')}`
  if (code.startsWith('SQLITE_')) return { es: `La base de datos no se puede usar (${code})`, en: `The database cannot be used (${code})` }
  switch (code) {
    case 'EADDRINUSE':
      return {
        es: `Otro programa ya usa ${at}: ciérrelo o indique otro puerto con --port`,
        en: `Another program already uses ${at}: close it or choose another port with --port`,
      }
    case 'EADDRNOTAVAIL':
      return {
        es: `Este equipo no tiene la dirección ${String(address)}: indique otra con --host`,
        en: `This computer does not have the address ${String(address)}: choose another with --host`,
      }
    case 'ENOTFOUND':
      return { es: `No se conoce el equipo «${String(hostname)}»`, en: `Unknown host "${String(hostname)}"` }
    case 'EACCES':
    case 'EPERM':
      return syscall === 'listen'
        ? {
            es: `No hay permiso para abrir ${at}: indique otro puerto con --port`,
            en: `No permission to open ${at}: choose another port with --port`,
          }
        : { es: `No hay permiso para usar «${file}»`, en: `No permission to use "${file}"` }
    case 'ENOENT':
      return { es: `No existe «${file}»`, en: `"${file}" does not exist` }
    case 'EISDIR':
      return { es: 'Se esperaba un fichero y es una carpeta', en: 'Expected a file, but it is a folder' }
    case 'ENOTDIR':
      return {
        es: `«${file}» no puede existir: una parte de la ruta no es una carpeta`,
        en: `"${file}" cannot exist: part of the path is not a folder`,
      }
    case 'EEXIST':
      return { es: `Ya existe «${file}»`, en: `"${file}" already exists` }
    case 'ENOSPC':
      return { es: 'No queda sitio en el disco', en: 'No space is left on the disk' }
    default:
      return {
        es: `El sistema no lo permite (${code}${file === '' ? '' : `, «${file}»`})`,
        en: `The system does not allow it (${code}${file === '' ? '' : `, "${file}"`})`,
      }
  }
}
