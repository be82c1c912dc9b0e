import type { DocumentBody } from '../kb/document.ts'

/** The path of an article in this service. */
export function articleUrl({ collection, slug: document }: Pick<DocumentBody, 'collection' | 'slug'>, section: string): string {
  return `/api/v1/normativa/${collection}/${document}/${section}`
}
