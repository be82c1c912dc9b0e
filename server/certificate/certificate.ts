import { z } from 'zod'
import { sha256Of } from '../access/sha256.ts'
import type { SigningKey } from '../access/signing-key.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import { canonicalJson, canonicalJsonHash } from './canonical-json.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The fields of a certificate: a signed verdict. */
export const certificateSchema = z.object({
  type: z.literal('plomada-verdict-1'),
  engine_version: z.string().meta({ description: 'Of the program that decided' }),
  kb: z.object({ id: z.string(), version: z.string(), sha256 }),
  as_of: z.iso.date(),
  input: z.record(z.string(), z.unknown()).meta({ description: 'The request as it was understood: sent again it gives the same verdict' }),
  input_sha256: sha256.meta({ description: 'Of `input` in the form of RFC 8785' }),
  output_sha256: sha256.meta({ description: 'Of the rest of the answer, without `certificate`, in the form of RFC 8785' }),
  written_sha256: sha256.optional().meta({
    description: 'Of `[answer, input]` as they are written, compact and in the order of their fields; certificates of older programs have none',
  }),
  key_id: z.string().meta({ description: 'First 32 hexadecimal digits of the SHA-256 of the public key in DER' }),
  public_key: z.string().meta({ description: 'PEM' }),
  signature: z.base64().meta({ description: 'Ed25519 over the certificate without `input` and `signature`, in the form of RFC 8785' }),
})

export type Certificate = z.infer<typeof certificateSchema>

/** Makes the certificate of an answer. The same case, knowledge base, program and key always give the same bytes. */
export function certify(
  asked: { readonly input: Readonly<Record<string, unknown>>; readonly asOf: string },
  answer: { readonly kb: Certificate['kb'] },
  made: { readonly engineVersion: string; readonly key: SigningKey },
): Certificate {
  const statement = {
    type: 'plomada-verdict-1',
    engine_version: made.engineVersion,
    kb: answer.kb,
    as_of: asked.asOf,
    input_sha256: canonicalJsonHash(asked.input),
    output_sha256: canonicalJsonHash(answer),
    written_sha256: writtenHash(answer, asked.input),
    key_id: made.key.id,
    public_key: made.key.publicKey,
  } as const
  return { ...statement, input: asked.input, signature: made.key.sign(canonicalJson(statement)) }
}

/** SHA-256 of an answer and its input with the order of their fields, which canonical JSON does not keep. */
export function writtenHash(answer: unknown, input: unknown): string {
  return sha256Of(textForDoubles(JSON.stringify([answer, input])))
}

/** The text that the signature of a certificate covers. */
export function signedText({ input: _input, signature: _signature, ...statement }: Certificate): string {
  return canonicalJson(statement)
}
