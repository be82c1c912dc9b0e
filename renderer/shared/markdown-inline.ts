export type Piece =
  | { readonly kind: 'text' | 'strong' | 'em' | 'sub' | 'sup'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

const marks =
  /\\(?<plain>[*~^[\\])|\*\*(?<strong>.+?)\*\*|~(?<sub>[^~\s]{1,20})~|\^(?<sup>[^^\s]{1,20})\^|\[(?<label>[^\]]+)\]\((?<to>[^)\s]+)\)|(?<![\w*])\*(?<em>[^*\s][^*]*)\*(?!\w)/g

/** Parses the inline markup of one line. Unclosed marks are text. */
export function inline(source: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const text = (to: number): void => {
    if (to > at) pieces.push({ kind: 'text', text: source.slice(at, to) })
  }
  for (const match of source.matchAll(marks)) {
    text(match.index)
    const { plain, strong, sub, sup, label, to, em } = match.groups ?? {}
    if (plain !== undefined) pieces.push({ kind: 'text', text: plain })
    else if (strong !== undefined) pieces.push({ kind: 'strong', text: strong })
    else if (sub !== undefined) pieces.push({ kind: 'sub', text: sub })
    else if (sup !== undefined) pieces.push({ kind: 'sup', text: sup })
    else if (label !== undefined && to !== undefined) pieces.push({ kind: 'link', text: label, to })
    else if (em !== undefined) pieces.push({ kind: 'em', text: em })
    at = match.index + match[0].length
  }
  text(source.length)
  return pieces
}

/** The text of a line without its markup. */
export function plainText(source: string): string {
  return inline(source)
    .map(({ text }) => text)
    .join('')
}
