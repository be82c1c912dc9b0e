import type { z } from 'zod'
import type { Store } from '../access/store.ts'
import { parseInput } from '../api/parse-input.ts'
import { logText } from '../api/problem.ts'
import { problemBody } from '../api/problem-body.ts'
import { type Config, readConfig } from '../config/config.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { internalError, ServiceError } from '../errors/service-error.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { isOfUnknownPair, withNearPairs } from '../operations/near-pairs.ts'
import type { Context } from '../operations/operation.ts'
import { verifyAnswer } from '../operations/verify-case.ts'
import { verifyHelp } from '../operations/verify-help.ts'
import { verifyInput } from '../operations/verify-input.ts'
import { chooseBase } from '../packs/choose-base.ts'
import { placeStated } from './place-flag.ts'
import { type Answer, type Json, list } from './problem-text.ts'
import { flagsOf, type Terminal, UsageError } from './terminal.ts'

/**
 * Verifies one case in this process and answers as `POST /api/v1/verify` does, byte for byte. Loads none of the rest of the service, which takes longer to start
 * than one verdict. Throws `OperatorError` if the base cannot be read.
 */
export async function verifyLocally(terminal: Terminal, values: Readonly<Record<string, unknown>>, body: Json): Promise<Answer> {
  const { language } = terminal
  const config = readConfig(terminal.environment, flagsOf(values))
  const kb = openKnowledgeBase(chooseBase(config).file)
  let asked: z.output<typeof verifyInput> | undefined
  let store: Store | undefined
  try {
    if (list(body['include']).includes('certificate')) store = await storeOfKeys(config)
    const context = {
      kb,
      language,
      get store() {
        if (store === undefined) throw internalError()
        return store
      },
    }
    const help = (sent: unknown, errors: Parameters<typeof verifyHelp>[2]) => verifyHelp(kb, sent, errors)
    const place = typeof body['geo_id'] === 'string' ? { geo_id: await placeStated(body['geo_id'], kb, terminal) } : {}
    asked = parseInput(verifyInput, JSON.parse(JSON.stringify({ ...body, ...place })), { from: 'body', language, help })
    return { ok: true, body: parseExactJson(JSON.stringify(verifyAnswer(context, asked))) as Json }
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (!(error instanceof ServiceError)) terminal.err(logText(error))
    const failure = error instanceof ServiceError ? await offered(error, { kb, language }, asked) : internalError()
    return { ok: false, body: JSON.parse(JSON.stringify(problemBody(failure, { language, instance: '/api/v1/verify', requestId: 'cli' }))) as Json }
  } finally {
    await store?.close()
    kb.close()
  }
}

/** The error with the pairs that the words of the request may mean. What finds them is loaded only where no rule is on what they name. */
async function offered(
  error: ServiceError,
  base: Pick<Context, 'kb' | 'language'>,
  asked: z.output<typeof verifyInput> | undefined,
): Promise<ServiceError> {
  if (asked === undefined || !isOfUnknownPair(error)) return error
  const { openAskIndex } = await import('../ask/ask-index.ts')
  return withNearPairs({ ...base, isOnDevice: false, askIndex: () => openAskIndex(base.kb) }, asked, error)
}

/** The store with the signing keys. Loaded only for a certificate. */
async function storeOfKeys(config: Config): Promise<Store> {
  if (config.stateUrl !== undefined) return (await import('./open-state.ts')).openState(config)
  const { openStore } = await import('../access/store.ts')
  return openStore(undefined, () => new Date(), { ...config, keyFolder: config.dataFolder })
}
