/** One of the things that may have been meant, as text: a name as it is, a place as `Sada (Navarra, ES-31212)`. */
export function candidateText(candidate: string | Readonly<Record<string, unknown>>): string {
  if (typeof candidate === 'string') return candidate
  const [id, name, ...rest] = Object.values(candidate).map(String)
  return name === undefined ? String(id) : `${name} (${[...rest, id].join(', ')})`
}
