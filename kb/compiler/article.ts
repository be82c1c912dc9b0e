/** Resolves the links of an article. Each gives the address, or undefined where there is no such thing. */
export interface LinkTargets {
  section(target: string): string | undefined
  table(target: string): string | undefined
  document(target: string): string | undefined
}

export interface Article {
  /** Markdown with links resolved and paragraph marks removed. */
  readonly content: string
  /** Text without marks, one block a line. */
  readonly plain: string
  /** The text of each marked paragraph, with its points, one a line: `p1`, `p2`. */
  readonly paragraphs: ReadonlyMap<string, string>
  readonly dangling: readonly { readonly line: number; readonly link: string }[]
}

/** Resolves an article's source: `[x](section:he1-4)`, `{#p1}`. */
export function readArticle(body: string, targets: LinkTargets): Article {
  const marked = new Map<string, number>()
  const dangling: { line: number; link: string }[] = []
  const lines = body.split('\n').map((line, index) =>
    line
      .replace(/\s*\{#([a-z0-9-]+)\}\s*/g, (_, name: string) => {
        marked.set(name, index)
        return ''
      })
      .replace(/\]\((section|table|document):([^)\s]+)\)/g, (whole, kind: 'section' | 'table' | 'document', target: string) => {
        const address = targets[kind](target)
        if (address === undefined) dangling.push({ line: index, link: `${kind}:${target}` })
        return address === undefined ? whole : `](${address})`
      }),
  )
  const content = lines.join('\n').trim()
  const starts = new Set(marked.values())
  const paragraphs = new Map([...marked].map(([name, start]) => [name, plainText(lines.slice(start, paragraphEnd(lines, start, starts)).join('\n'))]))
  return { content, plain: plainText(content), paragraphs, dangling }
}

/** The line after a paragraph: it goes on through indented lines without a mark of their own. */
function paragraphEnd(lines: readonly string[], start: number, starts: ReadonlySet<number>): number {
  let end = start + 1
  while (end < lines.length && /^\s+\S/.test(lines[end] ?? '') && !starts.has(end)) end++
  return end
}

/** Markdown to text: marks go, sub- and superscripts join their symbol, list items keep a line each. */
export function plainText(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s*(?:[-*+]|\d+\.)\s+/, '')
        .replace(/^#+\s+/, '')
        .replace(/^\s*\|?[\s|:-]+\|?\s*$/, '')
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/(?<!\\)(?:\*\*|__|`)/g, '')
        .replace(/\\([!-/:-@[-`{-~])/g, '$1')
        .replace(/([\p{L}\d)])[~^]([^~^\s]+)[~^]/gu, '$1$2')
        .replace(/\s*\|\s*/g, ' · ')
        .trim(),
    )
    .filter((line) => line !== '' && line !== '·')
    .join('\n')
}
