import { UsageError } from './terminal.ts'

/** Reads the conditions of `--context field=value`. Throws `UsageError` if one has two values. */
export function contextOf(pairs: readonly string[]): Record<string, string> {
  const context = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1)
      throw new UsageError({
        es: `No se entiende --context «${pair}»: se espera campo=valor`,
        en: `Cannot read --context "${pair}": expected field=value`,
      })
    const [field, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const before = context.get(field)
    if (before !== undefined && before !== value)
      throw new UsageError({
        es: `--context indica dos veces «${field}» con valores distintos: ${before} y ${value}`,
        en: `--context states "${field}" twice with different values: ${before} and ${value}`,
      })
    context.set(field, value)
  }
  return Object.fromEntries(context)
}
