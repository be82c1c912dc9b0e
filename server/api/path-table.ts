/** What answers a request, and the parameters of its path. */
export interface PathMatch<Answer> {
  readonly answer: Answer
  /** The path with its parameters as `:name`. */
  readonly pattern: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Answers by method and path. */
export interface PathTable<Answer> {
  /** Of two patterns that fit a path, the one added first answers, but a path without parameters before either. */
  add(method: string, pattern: string, answer: Answer): void
  /** Undefined if nothing answers, or if the path has percent codes and would have to be decoded. */
  find(method: string, path: string): PathMatch<Answer> | undefined
}

interface Entry<Answer> {
  readonly parts: readonly string[]
  readonly pattern: string
  readonly answer: Answer
}

/** Makes an empty table. It finds what the router would find, and runs no middleware: the router is most of the cost of a short answer. */
export function pathTable<Answer>(): PathTable<Answer> {
  const whole = new Map<string, PathMatch<Answer>>()
  const byLength = new Map<string, Entry<Answer>[]>()
  return {
    add(method, pattern, answer) {
      if (!pattern.includes(':')) {
        whole.set(`${method} ${pattern}`, { answer, pattern, parameters: {} })
        return
      }
      const parts = pattern.split('/')
      const key = `${method} ${parts.length}`
      byLength.set(key, [...(byLength.get(key) ?? []), { parts, pattern, answer }])
    },
    find(method, path) {
      const known = whole.get(`${method} ${path}`)
      if (known !== undefined || /[%#]/.test(path)) return known
      const sent = path.split('/')
      const entry = byLength.get(`${method} ${sent.length}`)?.find(({ parts }) => parts.every((part, at) => fits(part, sent[at] ?? '')))
      if (entry === undefined) return undefined
      const parameters = entry.parts.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), sent[at] ?? ''] as const] : []))
      return { answer: entry.answer, pattern: entry.pattern, parameters: Object.fromEntries(parameters) }
    },
  }
}

function fits(part: string, sent: string): boolean {
  return part.startsWith(':') ? sent !== '' : part === sent
}
