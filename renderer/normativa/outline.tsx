import type { Outputs } from '../api.ts'
import { useText } from '../session.tsx'
import { headingId } from '../shared/markdown.tsx'
import { blocksOf } from '../shared/markdown-blocks.ts'
import { plainText } from '../shared/markdown-inline.ts'

export const tablesId = 'tablas'
export const rulesId = 'comprobables'

/** Articles with fewer parts need no outline. */
const fewParts = 4

/** The parts of a long article: its headings, its tables and what can be checked. It stays in sight beside the text. */
export function Outline({ article }: { readonly article: Outputs['getArticle'] }) {
  const words = useText().normativa
  const parts = [
    ...blocksOf(article.content).flatMap((block, index) =>
      block.kind === 'heading' ? [{ id: headingId(index), label: plainText(block.text) }] : [],
    ),
    ...article.tables.map(({ table, number, title }) => ({ id: table, label: plainText(`${number} ${title}`) })),
    ...(article.rules.some(({ kind, verification }) => kind === 'limit' && verification !== 'unverified')
      ? [{ id: rulesId, label: words.rules }]
      : []),
  ]
  if (parts.length < fewParts) return null
  return (
    <nav className="outline" aria-label={words.outline}>
      <p className="help">{words.outline}</p>
      <ul lang="es">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
