import type { ReactNode } from 'react'
import { Link, pageOfArticle } from '../route.tsx'
import { type Block, blocksOf } from './markdown-blocks.ts'
import { inline } from './markdown-inline.ts'

/** Renders the Markdown of an article. Unknown markup, such as HTML, is shown as text. */
export function Markdown({ source }: { readonly source: string }) {
  return (
    <div className="prose" lang="es">
      {blocksOf(source).map(show)}
    </div>
  )
}

/** The id of a heading by its place among the blocks of its article. */
export function headingId(index: number): string {
  return `parte-${index + 1}`
}

/** Renders inline markup: strong, emphasis, subscript, superscript and links to articles. */
export function Line({ source }: { readonly source: string }): ReactNode {
  return inline(source).map((piece, index) => {
    const key = `${index}${piece.kind}`
    switch (piece.kind) {
      case 'text':
        return piece.text
      case 'strong':
        return (
          <strong key={key}>
            <Line source={piece.text} />
          </strong>
        )
      case 'em':
        return <em key={key}>{piece.text}</em>
      case 'sub':
        return <sub key={key}>{piece.text}</sub>
      case 'sup':
        return <sup key={key}>{piece.text}</sup>
      case 'link':
        return piece.to.startsWith('/api/v1/normativa/') ? (
          <Link key={key} to={pageOfArticle(piece.to)}>
            <Line source={piece.text} />
          </Link>
        ) : (
          <Line key={key} source={piece.text} />
        )
      default:
        return piece satisfies never
    }
  })
}

function show(block: Block, index: number): ReactNode {
  const key = `${index}${block.kind}`
  switch (block.kind) {
    case 'heading':
      return (
        <h3 key={key} id={headingId(index)}>
          <Line source={block.text} />
        </h3>
      )
    case 'paragraph':
      return (
        <p key={key}>
          <Line source={block.text} />
        </p>
      )
    case 'list': {
      // The text does not change while it is shown, so the index identifies the item.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      const items = block.items.map((item, at) => <li key={at}>{item.map(show)}</li>)
      return block.start === undefined ? (
        <ul key={key}>{items}</ul>
      ) : (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      )
    }
    case 'table':
      return (
        <div key={key} className="scroll">
          <table>
            <thead>
              <tr>
                {block.header.map((cell) => (
                  <th key={cell} scope="col">
                    <Line source={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row) => (
                <tr key={row.join('|')}>
                  {row.map((cell, at) => (
                    <td key={`${block.header[at]}`}>
                      <Line source={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    default:
      return block satisfies never
  }
}
