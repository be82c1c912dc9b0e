/** Identifies an article, optionally in one edition. */
export interface ArticleAddress {
  readonly collection: string
  readonly document: string
  readonly section: string
  readonly version?: string
}

/** The id of the article within its page. */
export const articleId = 'articulo'

/** Parses the address of an article, of the API or of these pages. */
export function articleOf(address: string): ArticleAddress {
  const url = new URL(address, 'http://plomada.invalid')
  const [collection = '', document = '', section = ''] = url.pathname
    .replace(/^(\/api\/v1)?\/normativa\//, '')
    .split('/')
    .map(decodeURIComponent)
  const version = url.searchParams.get('version')
  return { collection, document, section, ...(version === null ? {} : { version }) }
}

/** The page of an article in an edition. */
export function addressOfArticle({ collection, document, section, version }: ArticleAddress): string {
  return `/normativa/${collection}/${document}/${section}${version === undefined ? '' : `?version=${encodeURIComponent(version)}`}`
}

/** Identifies two editions of a document to compare. The page chooses a missing edition. */
export interface DifferenceAddress {
  readonly collection: string
  readonly document: string
  readonly from?: string
  readonly to?: string
  /** The section whose text is compared. */
  readonly section?: string
}

/** Parses the address of a comparison; undefined for other addresses. */
export function differenceOf(path: string, query: URLSearchParams): DifferenceAddress | undefined {
  const { collection, document, section } = articleOf(path)
  if (section !== 'diff') return undefined
  const field = (name: string) => (query.has(name) ? { [name]: query.get(name) ?? '' } : {})
  return { collection, document, ...field('from'), ...field('to'), ...field('section') }
}

/** The page of a comparison, with the parameter names of the API. */
export function addressOfDifference({ collection, document, ...fields }: DifferenceAddress): string {
  const query = new URLSearchParams(fields)
  return `/normativa/${collection}/${document}/diff${query.size === 0 ? '' : `?${query}`}`
}
