/** Most words that stand before the first stop of a paragraph and are its heading: `Recinto protegido.` */
const mostWords = 6

/** The heading that a paragraph begins with; empty if it begins with a sentence. */
export function paragraphHeading(text: string): string {
  const heading = /^[^.:\n]+(?=[.:])/.exec(text)?.[0] ?? ''
  return heading.split(' ').length <= mostWords ? heading : ''
}
