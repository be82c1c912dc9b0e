import { useRoute } from '../route.tsx'
import { useText } from '../session.tsx'
import { articleOf } from './address.ts'
import { Article } from './article.tsx'
import { Collections } from './collections.tsx'
import { Contents } from './contents.tsx'

/** The regulations: collections, the contents of a document, an article. */
export function NormativaPage() {
  const text = useText()
  const { path, query } = useRoute()
  const address = articleOf(`${path}?${query}`)
  if (path === '/normativa' || address.document === '') {
    return (
      <>
        <h1>{text.pages.normativa}</h1>
        <p>{text.normativa.intro}</p>
        <Collections />
      </>
    )
  }
  return (
    <div className={address.section === '' ? '' : 'with-side article-page'}>
      <Contents address={address} />
      {address.section === '' ? null : <Article address={address} key={path} />}
    </div>
  )
}
