import type { Book } from '../engine/book.ts'

/** The basic documents in the order in which projects justify them. Those that are not named follow, in the order of the base. */
const first = [
  'cte-db-si',
  'cte-db-sua',
  'cte-db-hs',
  'cte-db-hr',
  'cte-db-he',
  'cte-db-se',
  'cte-db-se-ae',
  'cte-db-se-c',
  'cte-db-se-a',
  'cte-db-se-f',
  'cte-db-se-m',
] as const

/** Where something stands: a document and, within it, a section. */
export interface CodePlace {
  readonly document: string
  readonly section?: string | undefined
}

/** Compares two places in the order of the code: by document, then by section as the document has them. Places of the same section are equal; without a section a place is the last of its document. */
export function codeOrder({ documents, sections }: Book): (left: CodePlace, right: CodePlace) => number {
  const slugs = [...first.filter((slug) => documents.has(slug)), ...[...documents.keys()].filter((slug) => !first.some((one) => one === slug))]
  const byDocument = new Map(slugs.map((slug, index) => [slug, index]))
  const bySection = new Map([...sections.keys()].map((key, index) => [key, index]))
  const rank = ({ document, section }: CodePlace): readonly [number, number] => [
    byDocument.get(document) ?? slugs.length,
    bySection.get(`${document}/${section ?? ''}`) ?? bySection.size,
  ]
  return (left, right) => {
    const [one, other] = [rank(left), rank(right)]
    return one[0] - other[0] || one[1] - other[1]
  }
}
