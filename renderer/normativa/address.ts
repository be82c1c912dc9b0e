export interface ArticleAddress {
  readonly collection: string
  readonly document: string
  readonly section: string
  readonly version?: string
}

/** The article that an address names, in the API or in these pages. */
export function articleOf(address: string): ArticleAddress {
  const url = new URL(address, 'http://plomada.invalid')
  const [collection = '', document = '', section = ''] = url.pathname
    .replace(/^(\/api\/v1)?\/normativa\//, '')
    .split('/')
    .map(decodeURIComponent)
  const version = url.searchParams.get('version')
  return { collection, document, section, ...(version === null ? {} : { version }) }
}
