import type { z } from 'zod'
import { type Certificate, certify } from '../certificate/certificate.ts'
import { version } from '../config/version.ts'
import type { Verdict } from '../engine/outcome.ts'
import { verify as verifyRequest } from '../engine/verify.ts'
import { wordingOf } from '../kb/wording.ts'
import type { Context } from './operation.ts'
import { placeFor } from './place-for.ts'
import { refusalError } from './refusal-error.ts'
import { readMeasured, unitOf } from './request-value.ts'
import { verdictBody } from './verdict-body.ts'
import type { verdictOutput } from './verdict-schema.ts'
import { verifyHelp } from './verify-help.ts'
import type { verifyInput } from './verify-input.ts'

/** The part of a request context that verifying uses. */
type VerifyContext = Pick<Context, 'kb' | 'language' | 'store'>

/** Verifies one case and returns the body that the API answers with. Throws a `ServiceError` with the reason if there is no verdict. */
export function verifyAnswer(context: VerifyContext, input: z.output<typeof verifyInput>): z.input<typeof verdictOutput> {
  const asked = { echo: input.value, unit: input.unit, withTrace: input.include.includes('trace') }
  const verdict = verifyCase(context, input)
  if (!input.include.includes('certificate')) return verdictBody(verdict, wordingOf(context), asked)
  // A certificate proves the words of the answer: both are in Spanish, in whatever language they are asked for.
  const body = verdictBody(verdict, context.kb, asked)
  return { ...body, certificate: certificateOf(context, input, body) }
}

function certificateOf({ kb, store }: VerifyContext, input: z.output<typeof verifyInput>, body: z.input<typeof verdictOutput>): Certificate {
  const asOf = input.as_of ?? kb.meta.referenceDate
  const again = { ...input, as_of: asOf, include: input.include.includes('trace') ? ['trace'] : [] }
  return certify({ input: again, asOf }, body, { engineVersion: version, key: store.signingKey() })
}

/** Verifies one case and returns the verdict of the engine. Throws a `ServiceError` with the reason if there is none. */
export function verifyCase(
  context: Pick<Context, 'kb' | 'language'>,
  { element, parameter, codes, ...input }: Omit<z.output<typeof verifyInput>, 'include'>,
): Verdict {
  const { kb } = context
  const place = placeFor(kb, input.geo_id)
  const asOf = input.as_of ?? kb.meta.referenceDate
  const value = readMeasured(input.value, (errors) => verifyHelp(kb, { element, parameter }, errors))
  const unit = unitOf(input.value, input.unit)
  const outcome = verifyRequest(kb.book, { element, parameter, value, unit, place, context: input.context, asOf, codes })
  if (outcome.kind !== 'verdict')
    throw refusalError(
      outcome,
      { element, parameter, unit, value: String(input.value), isNumber: typeof value !== 'string', asOf, place: place.name },
      { kb: wordingOf(context) },
    )
  return outcome
}
