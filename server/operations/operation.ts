import type { z } from 'zod'
import type { Store } from '../access/store.ts'
import type { Asker } from '../ask/asker.ts'
import type { Generator } from '../ask/generator.ts'
import type { ErrorCode } from '../errors/error-kinds.ts'
import type { Language } from '../errors/language.ts'
import type { Network } from '../http/network.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Bases } from '../packs/bases.ts'

export const scopes = ['read', 'verify', 'ask', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Scopes of a key that names none: all but administration. */
export const usualScopes = ['read', 'verify', 'ask'] as const
/** Term of a key that names none, in days. */
export const usualDays = 365

/** Who was let in. The desktop and the command line are the machine's own user; everyone else has a key. */
export type Who =
  | { readonly kind: 'desktop' | 'terminal' }
  | { readonly kind: 'key'; readonly id: number; readonly name: string; readonly prefix: string; readonly scopes: readonly string[] }

/** What administration sees and turns of the process that answers. */
export interface Process {
  readonly network: Network
  readonly dataFolder: string
  readonly settings: {
    readonly ratePerMinute: number
    readonly auditDays: number
    readonly allowedHosts: readonly string[]
    /** Where answers of `ask` are worded, if anywhere. */
    readonly generatorUrl: string | undefined
  }
}

/** What an operation may use. */
export interface Context {
  readonly kb: KnowledgeBase
  readonly language: Language
  /** Made ready at the first question. */
  asker(): Asker
  /** Words answers otherwise, where the operator has set one. */
  readonly generator: Generator | undefined
  readonly who: Who
  /** All that is written. */
  readonly store: Store
  /** The process that answers; absent where nobody serves: command line, documentation. */
  readonly process: Process | undefined
  /** Names, in the audit line of this request, what it acted on. Never a secret. */
  actsOn(subject: string): void
  /** The bases of the installation. */
  readonly bases: Bases
}

export type Tag = 'verify' | 'projects' | 'ask' | 'normativa' | 'geo' | 'meta' | 'admin'

/** A file that an answer may be instead of JSON. */
export interface FileFormat<Answer> {
  /** Its media type. */
  readonly type: string
  /** What to call the file where it is saved. */
  name(answer: Answer): string
  write(answer: Answer): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>
}

/**
 * One thing the service does. REST routes, tRPC procedures and the OpenAPI document are made from these objects.
 * Fields of `input` named in `path` come from the path; the rest from the query (GET, DELETE) or the JSON body (POST, PUT).
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whether it changes what is stored: tRPC then makes a mutation of it. */
  readonly writes?: true
  readonly path: string
  /** Largest body taken, in bytes; by default 64 KiB. */
  readonly mostBodyBytes?: number
  readonly scope: Scope
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** Files that the answer may be besides JSON, by the word that `format` of the input has for each, the usual one first. */
  readonly files?: Readonly<Record<string, FileFormat<z.output<Output>>>>
  /** Codes of problems it can answer with, besides those of every operation. */
  readonly problems: readonly ErrorCode[]
  /** Inputs worth showing in the documentation; their answers are computed, never written. */
  readonly examples: Readonly<Record<string, z.input<Input>>>
  run(context: Context, input: z.output<Input>): z.input<Output> | Promise<z.input<Output>>
}

/** Keeps an operation's own types while checking its shape. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType>(definition: Operation<Input, Output>): Operation<Input, Output> {
  return definition
}
