const longest = 140

/** Forms that headings of regulations and ordinances have. */
const forms: readonly RegExp[] = [
  /^#{1,6}\s+\S/,
  /^(?:\d{1,3}\.?|\d{1,3}(?:\.\d{1,3}){1,5}\.?)\s+\p{Lu}[^.]*$/u,
  /^(?:HE|HS|HR|SI|SU|SUA|SE)\s?-?\s?\d?\s+\p{L}{2}/u,
  /^(?:secci[oó]n|cap[ií]tulo|t[ií]tulo|anejo|anexo|ap[eé]ndice|art[ií]culo|art\.|disposici[oó]n)\s+\S/iu,
]

/** True if a line looks like a heading. */
export function isHeading(line: string): boolean {
  const text = line.trim()
  return text.length > 2 && text.length <= longest && forms.some((form) => form.test(text)) && !/[,;:]$/.test(text)
}

/** The headings of a page, in order. A heading whose number stands on a line of its own is joined with the line that follows. */
export function headingsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line, at) => {
    const joined = /^(?:\d{1,3}(?:\.\d{1,3}){0,5}\.?|(?:HE|HS|HR|SI|SU|SUA|SE)\s?\d)$/.test(line) ? `${line} ${nextText(lines, at)}` : line
    return isHeading(joined) ? [joined.replace(/^#+\s+/, '').replace(/\s+/g, ' ')] : []
  })
}

function nextText(lines: readonly string[], at: number): string {
  return lines.slice(at + 1, at + 3).find((line) => line !== '') ?? ''
}
