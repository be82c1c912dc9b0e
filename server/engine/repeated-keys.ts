/** A double keeps at least this many significant digits, and exponents of two: only a longer literal can lose any, or one that passes the smallest or largest double. */
export const longLiteral = /\d[\d.eE+-]{15,}|\d[eE][+-]?\d{3}/

/** A JSON text states one field twice with different values. `pointer` is the field's JSON pointer; `values` are both JSON texts as written. */
export class RepeatedKeyError extends SyntaxError {
  readonly pointer: string
  readonly values: readonly [string, string]
  constructor(pointer: string, values: readonly [string, string]) {
    super(`"${pointer}" is stated twice with different values: ${values.join(' and ')}`)
    this.name = 'RepeatedKeyError'
    this.pointer = pointer
    this.values = values
  }
}

/** An object or array that is still open. `members` holds the value texts of an object's keys so far; an array has none. */
interface Open {
  readonly members: Map<string, string> | undefined
  key: string
  index: number
  valueFrom: number
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g
/** Most characters of a value that an error quotes. */
const mostQuoted = 80

/**
 * Checks that no object of a valid JSON text states a key twice with different values; equal values are allowed.
 * `JSON.parse` would keep the last one silently; `parsed` is what it made of the text. Throws `RepeatedKeyError` for the first such key.
 */
export function refuseRepeatedKeys(json: string, parsed: unknown): void {
  // Every member has a colon. Where there are no more colons than keys, no key was stated twice.
  if (colonsIn(json) === keysIn(parsed)) return
  const open: Open[] = []
  for (const { 0: text, index } of json.matchAll(token)) {
    const at = open.at(-1)
    switch (text) {
      case '{':
      case '[':
        open.push({ members: text === '{' ? new Map() : undefined, key: '', index: 0, valueFrom: index + 1 })
        break
      case ':':
        if (at !== undefined) at.valueFrom = index + 1
        break
      case ',':
        endMember(open, json.slice(at?.valueFrom, index))
        if (at !== undefined) Object.assign(at, { key: '', index: at.index + 1, valueFrom: index + 1 })
        break
      case '}':
      case ']':
        endMember(open, json.slice(at?.valueFrom, index))
        open.pop()
        break
      default:
        // The first string of a member is its key, the next its value.
        if (at?.members !== undefined && at.key === '') at.key = text
    }
  }
}

function colonsIn(json: string): number {
  let count = 0
  for (let at = json.indexOf(':'); at >= 0; at = json.indexOf(':', at + 1)) count++
  return count
}

/** How many keys the objects in a parsed JSON text have together. Without recursion: a text may be nested as deep as it is long. */
function keysIn(parsed: unknown): number {
  let count = 0
  const left = [parsed]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) continue
    for (const part of Object.values(one)) left.push(part)
    // A number kept as text is an object of a class of its own.
    if (Object.getPrototypeOf(one) === Object.prototype) count += Object.keys(one).length
  }
  return count
}

function endMember(open: readonly Open[], text: string): void {
  const at = open.at(-1)
  if (at?.members === undefined || at.key === '') return
  const name: string = JSON.parse(at.key)
  const value = text.trim()
  const before = at.members.get(name)
  if (before !== undefined && !meansTheSame(before, value)) throw new RepeatedKeyError(pointerOf(open), [quoted(before), quoted(value)])
  at.members.set(name, value)
}

/** True if two JSON texts are one value whatever their spaces and escapes. Numbers too long for a double must be written alike. */
function meansTheSame(one: string, other: string): boolean {
  if (one === other) return true
  return ![one, other].some((text) => longLiteral.test(text)) && JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
}

function quoted(text: string): string {
  return text.length <= mostQuoted ? text : `${text.slice(0, mostQuoted)}…`
}

function pointerOf(open: readonly Open[]): string {
  const parts = open.map(({ members, key, index }) => (members === undefined ? String(index) : String(JSON.parse(key))))
  return parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
