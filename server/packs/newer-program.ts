import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isSignedBy, type PublicKey, parseSignature } from './minisign.ts'

/** A list of checksums larger than this is none of ours. */
const mostBytes = 64 * 1024
const comment = /^plomada (\d+\.\d+\.\d+) file:(\S+) sha256:[0-9a-f]{64}$/

/** What a folder has of newer programs. */
export type ProgramsFound =
  | { readonly kind: 'newer'; readonly version: string; readonly files: readonly string[]; readonly keyId: string }
  | { readonly kind: 'none' }
  /** A list of a newer program is there, and it or its files are not what was signed. */
  | { readonly kind: 'refused'; readonly file: string; readonly why: 'untrusted-key' | 'signature-wrong' | 'hash-wrong' | 'files-missing' }

type Refusal = Extract<ProgramsFound, { kind: 'refused' }>

/** What is looked for. */
export interface Wanted {
  readonly of: 'server' | 'desktop'
  /** The version of the program that runs. */
  readonly than: string
  readonly keys: readonly PublicKey[]
}

/**
 * Looks in a folder for packages of a newer program: lists of checksums, as `npm run package --key` writes them, that are signed by a trusted key. Only
 * files whose checksum is right are named, of the newest version. Nothing is installed or started. A folder that cannot be read has none.
 */
export async function newerProgram(folder: string, { of, than, keys }: Wanted): Promise<ProgramsFound> {
  let refusal: Refusal | undefined
  const lists = listsIn(folder, of)
    .flatMap((name) => listOf(folder, name) ?? [])
    .filter(({ version }) => compareVersions(version, than) > 0)
    .toSorted((left, right) => compareVersions(right.version, left.version))
  for (const list of lists) {
    const named = keys.filter(({ id }) => id === list.signature.keyId)
    const isSigned = named.some((key) => isSignedBy(list.content, list.signature, key))
    const checked = isSigned ? await filesOf(folder, list) : undefined
    if (Array.isArray(checked)) return { kind: 'newer', version: list.version, files: checked, keyId: list.signature.keyId }
    refusal ??= { kind: 'refused', file: list.name, why: checked ?? (named.length === 0 ? 'untrusted-key' : 'signature-wrong') }
  }
  return refusal ?? { kind: 'none' }
}

interface SignedList {
  readonly name: string
  readonly version: string
  readonly content: Buffer
  readonly signature: ReturnType<typeof parseSignature>
}

function listsIn(folder: string, of: Wanted['of']): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(`plomada-${of}-`) && name.endsWith('.sha256'))
  } catch {
    return []
  }
}

/** A list with its signature, neither of them checked; undefined if there is no signature of ours. */
function listOf(folder: string, name: string): SignedList | undefined {
  try {
    const content = readFileSync(join(folder, name))
    const signature = parseSignature(readFileSync(join(folder, `${name}.minisig`), 'utf8'))
    const [, version, file] = comment.exec(signature.trustedComment) ?? []
    return version === undefined || file !== name || content.length > mostBytes ? undefined : { name, version, content, signature }
  } catch {
    return undefined
  }
}

/** The files of a list that are in the folder, each with the right checksum; or why not. */
async function filesOf(folder: string, { content }: SignedList): Promise<string[] | Refusal['why']> {
  const files: string[] = []
  for (const line of content.toString().trim().split('\n')) {
    const [, sum, name = ''] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
    if (sum === undefined || name !== basename(name)) return 'hash-wrong'
    const found = await sha256OfFile(join(folder, name))
    if (found === undefined) continue
    if (found !== sum) return 'hash-wrong'
    files.push(name)
  }
  return files.some((name) => !name.endsWith('.json')) ? files : 'files-missing'
}

/** Undefined if the file is not there. */
async function sha256OfFile(file: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  } catch {
    return undefined
  }
  return hash.digest('hex')
}

function compareVersions(left: string, right: string): number {
  const [one, other] = [left, right].map((version) => version.split('.').map(Number)) as [number[], number[]]
  for (const index of [0, 1, 2]) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
