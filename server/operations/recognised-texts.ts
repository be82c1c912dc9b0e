import type { KnowledgeBase } from '../kb/open.ts'
import { type OfficialDocument, type Recognised, recognise } from '../library/recognise.ts'
import type { Context } from './operation.ts'

const officialOf = new WeakMap<KnowledgeBase, readonly OfficialDocument[]>()
const recognisedOf = new WeakMap<KnowledgeBase, Map<string, Recognised | null>>()

/** What a document of the library turns out to be, of the documents of the base. It is looked at once, since a document never changes. */
export function recognisedText({ kb, library }: Pick<Context, 'kb' | 'library'>, id: string): Recognised | undefined {
  const known = recognisedOf.get(kb) ?? new Map<string, Recognised | null>()
  recognisedOf.set(kb, known)
  const found = known.get(id)
  if (found !== undefined) return found ?? undefined
  const recognised = recognise(library.pages(id), officialDocuments(kb))
  known.set(id, recognised ?? null)
  return recognised
}

function officialDocuments(kb: KnowledgeBase): readonly OfficialDocument[] {
  const known = officialOf.get(kb)
  if (known !== undefined) return known
  const documents = kb.documents.map(({ slug, title, editions }) => ({
    slug,
    title,
    versions: editions.map(({ version }) => version),
    sections: kb.articles.contents(slug),
  }))
  officialOf.set(kb, documents)
  return documents
}
