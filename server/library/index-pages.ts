import type { Indexed } from '../kb/search-engine.ts'
import { headingsOf } from './text/headings.ts'
import type { ReadPage } from './text/read-page.ts'

/** A page with more headings than this is a table of contents: its headings do not say what it is about. */
const mostHeadings = 12

/** A page as it is indexed: its headings weigh more than its text. Words that a line end divides are joined. */
export function indexedPage({ number, text }: Pick<ReadPage, 'number' | 'text'>): Indexed {
  const headings = headingsOf(text)
  const title = headings.length > mostHeadings ? '' : headings.join(' ')
  return { id: String(number), number: '', title, names: '', asked: '', text: joinedWords(text) }
}

/** A text whose words are whole: `transmi-` at the end of a line goes with the next. */
export function joinedWords(text: string): string {
  return text.replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1')
}

/** A text in paragraphs, one on each line: the lines of a page are joined where a sentence goes on. */
export function paragraphsOf(text: string): string {
  return joinedWords(text)
    .split(/\n{2,}/)
    .flatMap((block) => joinedLines(block.split('\n')))
    .join('\n')
}

function joinedLines(lines: readonly string[]): string[] {
  const longest = Math.max(...lines.map(({ length }) => length))
  const joined: string[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    // A line that is long and ends no sentence goes on in the next.
    const goesOn = before !== undefined && (/^\p{Ll}/u.test(line) || (before.length > 0.6 * longest && !/[.:;]$/.test(before)))
    if (goesOn && joined.length > 0) joined[joined.length - 1] += ` ${line}`
    else joined.push(line)
  }
  return joined
}
