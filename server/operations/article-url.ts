import type { DocumentBody } from '../kb/document-body.ts'

/** The path of an article in this service. */
export function articleUrl({ collection, slug: document }: Pick<DocumentBody, 'collection' | 'slug'>, section: string): string {
  return `/api/v1/normativa/${collection}/${document}/${section}`
}
