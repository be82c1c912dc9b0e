import { useRoute } from '../route.tsx'
import { useText } from '../session.tsx'
import { articleOf, differenceOf } from './address.ts'
import { Article } from './article.tsx'
import { Collections } from './collections.tsx'
import { Contents } from './contents.tsx'
import { Difference } from './difference.tsx'

/** The regulations page: collections, table of contents, article, or comparison of editions, by address. */
export function NormativaPage() {
  const text = useText()
  const { path, query } = useRoute()
  const address = articleOf(`${path}?${query}`)
  const difference = differenceOf(path, query)
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
      {difference !== undefined ? <Difference address={difference} /> : address.section === '' ? null : <Article address={address} key={path} />}
    </div>
  )
}
