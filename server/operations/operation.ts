import type { z } from 'zod'
import type { Store } from '../access/store.ts'
import type { AskIndex } from '../ask/ask-index.ts'
import type { LanguageModel } from '../ask/language-model.ts'
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
  askIndex(): AskIndex
  /** Words answers otherwise, where the operator has set one. */
  readonly languageModel: LanguageModel | undefined
  readonly who: Who
  /** All that is written. */
  readonly store: Store
  /** The process that answers; absent where nobody serves: command line, documentation. */
  readonly process: Process | undefined
  /** Reads data by a schema as the input of an operation is read. Throws the `ServiceError` that names the fields at fault, as a body or a query names them. */
  parse<Input extends z.ZodObject>(schema: Input, sent: unknown, from: 'body' | 'query'): z.output<Input>
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

/** Files that the answer may be besides JSON, by the word that `format` of the input has for each, the usual one first. */
export type FileFormats<Answer> = Readonly<Record<string, FileFormat<Answer>>>

/**
 * One endpoint. REST routes, tRPC procedures and the OpenAPI document are made from these objects.
 * Fields of `input` named in `path` come from the path; the rest from the query (GET, DELETE) or the JSON body (POST, PUT).
 */
export interface Definition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Whether it changes what is stored: tRPC then makes a mutation of it. */
  readonly writes?: true | undefined
  readonly path: string
  /** Largest body taken, in bytes; by default 64 KiB. */
  readonly mostBodyBytes?: number
  readonly scope: Scope
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly files?: FileFormats<z.output<Output>> | undefined
  /** Codes of problems it can answer with, besides those of every operation. */
  readonly problems: readonly ErrorCode[]
  /** Inputs worth showing in the documentation; their answers are computed, never written. */
  readonly examples: Readonly<Record<string, z.input<Input>>>
  run(context: Context, input: z.output<Input>): z.input<Output> | Promise<z.input<Output>>
}

/** An endpoint with its name, which is its key in the list of operations. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> extends Definition<Input, Output> {
  readonly name: string
}

/** Checks the definition of an endpoint and keeps its types: its input, its output and whether it writes. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType, Writes extends true | undefined = undefined>(
  definition: Definition<Input, Output> & { readonly writes?: Writes; readonly files?: undefined },
): typeof definition {
  return definition
}

/** The same for an endpoint whose answer may be a file. */
export function fileOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Definition<Input, Output> & { readonly files: FileFormats<z.output<Output>> },
): typeof definition {
  return definition
}
