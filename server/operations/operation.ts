import type { z } from 'zod'
import type { Backups } from '../access/backup-status.ts'
import type { Key } from '../access/key.ts'
import type { Store } from '../access/store.ts'
import type { AskIndex } from '../ask/ask-index.ts'
import type { LanguageModel } from '../ask/language-model.ts'
import type { ErrorCode } from '../errors/error-kinds.ts'
import type { Language, Text } from '../errors/language.ts'
import type { ErrorExtras, FieldError } from '../errors/service-error.ts'
import type { Network } from '../http/network.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { SharedLibrary } from '../library/library.ts'
import type { Bases } from '../packs/bases.ts'
import type { StartReader } from '../reader/child.ts'

export const scopes = ['read', 'verify', 'ask', 'admin', 'library', 'metrics'] as const
export type Scope = (typeof scopes)[number]

/** Default scopes of a key. The library may hold what was bought for the office alone, so that its scope is given on purpose. */
export const defaultScopes = ['read', 'verify', 'ask'] as const
/** Default term of a key, in days. */
export const defaultDays = 365

/** True for a key that is limited in projects and yet administers: it could issue itself one without limits. */
export function isLimitedAdmin({ scopes: all, projects, reading_only }: Pick<Key, 'scopes' | 'projects' | 'reading_only'>): boolean {
  return all.includes('admin') && (projects !== null || reading_only)
}
export const limitedAdminText: Text = {
  es: 'se espera un permiso que no sea admin, porque quien administra puede crear claves sin límite',
  en: 'expected scopes without admin, since who administers can issue keys without limits',
}

/** The authorized caller. The desktop and the command line act for the user of this machine; every other caller has a key. */
export type Who = { readonly kind: 'desktop' | 'terminal' } | ({ readonly kind: 'key' } & Key)

/** Process controls for administrators: network and settings. */
export interface Process {
  readonly network: Network
  readonly dataFolder: string
  /** Encrypted backups that are made by themselves; undefined if there are none. */
  readonly backup?: Backups | undefined
  readonly settings: {
    readonly ratePerMinute: number
    readonly auditDays: number
    readonly allowedHosts: readonly string[]
    /** Address of the language model, if one is set. */
    readonly languageModelUrl: string | undefined
  }
}

/** The request context: everything that an operation may use for one request. */
export interface Context {
  readonly kb: KnowledgeBase
  readonly language: Language
  /** True on a device without a network: it has the base without its indexes of texts, and nothing else. */
  readonly isOnDevice: boolean
  /** What answering questions needs. Built at the first question, which takes about a second. */
  askIndex(): AskIndex
  /** Rewords answers of `ask`, if the operator set one. */
  readonly languageModel: LanguageModel | undefined
  readonly who: Who
  /** True if the request comes from this machine itself, without a proxy. */
  readonly isAtMachine: boolean
  /** Everything that can be written: keys, audit, and the projects that the caller reaches. */
  readonly store: Store
  /** The documents that this installation holds besides the knowledge base. */
  readonly library: SharedLibrary
  /** The serving process; undefined on the command line and for the documentation. */
  readonly process: Process | undefined
  /** Parses data with a schema, as the input of an operation is parsed. Throws `validation` with the wrong fields: JSON pointers for a body, names for a query. */
  parse<Input extends z.ZodObject>(
    schema: Input,
    sent: unknown,
    from: 'body' | 'query',
    help?: (sent: unknown, errors: readonly FieldError[]) => ErrorExtras,
  ): z.output<Input>
  /** Sets the subject of the audit line of this request, such as the key that was revoked. Must not be a secret. */
  actsOn(subject: string): void
  /** Starts the process that reads a model or a document; undefined for another process of Node. */
  readonly startReader: StartReader | undefined
  /** The knowledge bases of the installation. */
  readonly bases: Bases
}

export type Tag = 'verify' | 'projects' | 'ask' | 'normativa' | 'library' | 'geo' | 'meta' | 'admin'

/** A file format of an answer, besides JSON. */
export interface FileFormat<Answer> {
  /** Its media type. */
  readonly type: string
  /** The name to save the file under. */
  name(answer: Answer): string
  /** Largest file, in bytes, where that is known. */
  readonly mostBytes?: number
  /** Its own media type, if the browser is to show it rather than save it. */
  shownAs?(answer: Answer): string
  /** `context`: that of the request; absent on the command line, where only formats are written that need none. */
  write(answer: Answer, context?: Context): string | Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer> | Blob>
}

/** The file formats of an answer, by their value of the input field `format`; the default one first. */
export type FileFormats<Answer> = Readonly<Record<string, FileFormat<Answer>>>

/**
 * One endpoint. REST routes, tRPC procedures and the OpenAPI document are made from these objects.
 * Fields of `input` named in `path` come from the path; the rest from the query (GET, DELETE) or the JSON body (POST, PUT).
 */
export interface Definition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** True if the operation changes stored data: it is then a mutation in tRPC. */
  readonly writes?: true | undefined
  readonly path: string
  /** Largest body in bytes; 64 KiB by default. */
  readonly mostBodyBytes?: number
  /** Undefined: any key may. */
  readonly scope: Scope | undefined
  readonly tag: Tag
  /** True if the answer hangs on the base, the language and the input alone: it is then kept for the next who ask the same. `run` reads nothing else. */
  readonly isOfBase?: true | undefined
  readonly summary: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly files?: FileFormats<z.output<Output>> | undefined
  /** Problem codes that the operation can answer with, besides those that every operation has. */
  readonly problems: readonly ErrorCode[]
  /** Example inputs for the documentation. Their answers are computed. */
  readonly examples: Readonly<Record<string, z.input<Input>>>
  /** What a `validation` problem says besides, for an input as it was sent. */
  readonly help?: ((kb: KnowledgeBase, sent: unknown, errors: readonly FieldError[]) => ErrorExtras) | undefined
  run(context: Context, input: z.output<Input>): z.input<Output> | Promise<z.input<Output>>
}

/** An endpoint with its name, which is its key in the list of operations. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> extends Definition<Input, Output> {
  readonly name: string
}

/** Defines an endpoint with JSON answers. Returns the definition unchanged, with the types of its input and output. */
export function operation<Input extends z.ZodObject, Output extends z.ZodType, Writes extends true | undefined = undefined>(
  definition: Definition<Input, Output> & { readonly writes?: Writes; readonly files?: undefined },
): typeof definition {
  return definition
}

/** Defines an endpoint whose answer may be a file. */
export function fileOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  definition: Definition<Input, Output> & { readonly files: FileFormats<z.output<Output>> },
): typeof definition {
  return definition
}
