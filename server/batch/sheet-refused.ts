import { ServiceError } from '../errors/service-error.ts'

/** The error for a spreadsheet that cannot be read. Nothing of the file is used. */
export function sheetRefused(es: string, en: string): ServiceError {
  return new ServiceError('sheet-refused', { es, en })
}
