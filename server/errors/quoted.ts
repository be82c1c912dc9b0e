const mostQuotedCharacters = 80

/** Shortens a text of a request for an error message, to 80 characters with `…` at the end. */
export function quoted(text: string): string {
  return cut(text, mostQuotedCharacters)
}

/** Shortens a text to a number of characters, with `…` at the end. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // The cut may fall between the two UTF-16 units of one character: then the first one goes too.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
