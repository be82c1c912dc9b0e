import { Ruler } from 'lucide-react'
import { articleOf } from '../normativa/address.ts'
import { Link } from '../route.tsx'
import { useAnswer, useText } from '../session.tsx'
import { optionMeant } from '../shared/options.ts'
import { usePlaces } from '../shared/places.ts'
import { addressOf } from '../verificar/check.ts'
import type { Answer } from './answer-parts.ts'
import { checkOfFigure } from './figure-check.ts'

/** Opens the case of the first figure in Verificar, filled in as far as the question says it. */
export function VerifyThis({ answer, question }: { readonly answer: Answer; readonly question: string }) {
  const words = useText().preguntar
  const [figure] = answer.figures
  const source = answer.sources.find(({ code_slug }) => code_slug === figure?.code_slug)
  const address = figure === undefined || source === undefined ? undefined : { ...articleOf(source.url), section: figure.section_slug }
  const article = useAnswer(
    ['article', ...Object.values(address ?? {})],
    (client, signal) => client.getArticle.query(address ?? articleOf(''), { signal }),
    address === undefined ? 'wait' : 'ask',
  )
  const places = usePlaces() ?? []
  if (figure === undefined || article.data === undefined) return null
  const place = optionMeant(places, answer.geo_context.name ?? '')?.label ?? ''
  const check = checkOfFigure(figure, article.data.rules, { place, question })
  return check === undefined ? null : (
    <p className="unprinted">
      <Link to={addressOf(check)} className="act">
        <Ruler /> {words.verifyThis}
      </Link>
    </p>
  )
}
