const mostQuotedCharacters = 80

/** A text that was sent, as an answer repeats it: at most 80 characters, the last of them `…` where it is cut. */
export function quoted(text: string): string {
  return cut(text, mostQuotedCharacters)
}

/** A text of at most so many characters, the last of them `…` where it is cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  // Half a character is no text: where the cut falls within one, all of it goes.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
