import { parseInput } from '../../server/api/parse-input.ts'
import { problemBody } from '../../server/api/problem-body.ts'
import { helpOf } from '../../server/api/read-input.ts'
import { textForDoubles } from '../../server/engine/exact-json.ts'
import type { Language } from '../../server/errors/language.ts'
import { internalError, ServiceError } from '../../server/errors/service-error.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import type { Context } from '../../server/operations/operation.ts'
import { deviceOperations } from './device-operations.ts'

export interface Asked {
  readonly name: string
  readonly input: unknown
  readonly language: Language
  /** What the key may do. */
  readonly scopes: readonly string[]
}

/** Answers one call of the pages from the copy of a base, as the server's tRPC does: the same operations over the same data. */
export async function answerOnDevice(kb: KnowledgeBase, asked: Asked): Promise<{ readonly status: number; readonly body: string }> {
  const { name, input, language, scopes } = asked
  try {
    const operation = deviceOperations.get(name)
    if (operation === undefined) throw new ServiceError('not-found', notHere)
    if (operation.scope !== undefined && !scopes.includes(operation.scope)) throw new ServiceError('scope-missing', notAllowed)
    const read = parseInput(operation.input, input, { from: 'body', language, help: helpOf(operation, kb) })
    const data = await operation.run(contextOf(kb, language), read)
    return { status: 200, body: textForDoubles(JSON.stringify({ result: { data: name === 'getMeta' ? { ...Object(data), scopes } : data } })) }
  } catch (error) {
    const failure = error instanceof ServiceError ? error : internalError()
    const problem = problemBody(failure, { language, instance: '', requestId: '' })
    const body = { error: { message: failure.detail[language], code: -32_603, data: { httpStatus: failure.status, path: name, problem } } }
    return { status: failure.status, body: JSON.stringify(body) }
  }
}

/** What an operation may use on a device: the base. The others in the list use nothing else. */
function contextOf(kb: KnowledgeBase, language: Language): Context {
  const absent = (): never => {
    throw new ServiceError('not-found', notHere)
  }
  return {
    kb,
    language,
    isOnDevice: true,
    askIndex: absent,
    languageModel: undefined,
    who: { kind: 'desktop' },
    isAtMachine: false,
    get store(): never {
      return absent()
    },
    get library(): never {
      return absent()
    },
    get bases(): never {
      return absent()
    },
    process: undefined,
    startReader: undefined,
    parse: (schema, sent, from, help) => parseInput(schema, sent, { from, language, help }),
    actsOn: () => undefined,
  }
}

const notHere = {
  es: 'Esto necesita el servidor: no está en la copia de este dispositivo',
  en: 'This needs the server: it is not in the copy of this device',
}
const notAllowed = { es: 'La clave con la que se guardó la copia no lo permite', en: 'The key that saved the copy does not allow this' }
