import type { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { preferredType } from '../http/headers.ts'
import type { FileFormat, Operation } from '../operations/operation.ts'

type File = FileFormat<z.output<Operation['output']>>

const json = 'application/json'

/** Throws `not-acceptable` if the `Accept` header matches no format of the operation. */
export function rejectUnacceptable(operation: Operation, accept: string | null): void {
  const offered = [...filesOf(operation).map(([, { type }]) => bare(type)), json]
  if (preferredType(accept, offered) === undefined) throw notAcceptable(offered)
}

/** Chooses the file format of an answer by `format` of the input, or else by `Accept`; undefined for JSON. Throws `not-acceptable` if the two contradict each other. */
export function negotiatedFile(operation: Operation, accept: string | null, input: z.output<Operation['input']>): File | undefined {
  const files = filesOf(operation)
  if (files.length === 0) return undefined
  const format = input['format']
  if (format !== undefined) {
    const file = files.find(([name]) => name === format)?.[1]
    const type = file === undefined ? json : bare(file.type)
    if (preferredType(accept, [type]) === undefined) throw notAcceptable([type])
    return file
  }
  const type = preferredType(accept, [...files.map(([, file]) => bare(file.type)), json])
  return files.find(([, file]) => bare(file.type) === type)?.[1]
}

function filesOf({ files = {} }: Operation): [string, File][] {
  return Object.entries(files)
}

/** A media type without its parameters. */
function bare(type: string): string {
  return type.replace(/;.*/, '')
}

function notAcceptable(offered: readonly string[]): ServiceError {
  const list = offered.join(', ')
  return new ServiceError('not-acceptable', { es: `Solo hay ${list}`, en: `Only ${list} is available` })
}
