import type { Outputs } from '../api.ts'
import { Link } from '../route.tsx'
import { useText } from '../session.tsx'
import { addressOfArticle } from './address.ts'

type Difference = Outputs['diffDocument']
type ChangedLimit = Difference['limits'][number]

/** The limits that differ between two editions: old and new value, unit and article. */
export function ChangedLimits({ difference, numbers }: { readonly difference: Difference; readonly numbers: ReadonlyMap<string, string> }) {
  const words = useText().diferencia
  const { limits } = difference
  if (limits.length === 0) return <p>{words.noLimits}</p>
  const bySection = Map.groupBy(limits, (limit) => (limit.to ?? limit.from)?.section ?? '')
  return [...bySection].map(([section, own]) => (
    <section key={section} className="panel">
      <h3>{words.limitsOf(numbers.get(section) ?? section, own.length)}</h3>
      {own.map((limit) => (
        <LimitChange key={`${limit.from?.rule} ${limit.to?.rule}`} limit={limit} difference={difference} numbers={numbers} />
      ))}
    </section>
  ))
}

function LimitChange(props: { readonly limit: ChangedLimit; readonly difference: Difference; readonly numbers: ReadonlyMap<string, string> }) {
  const { limit, difference, numbers } = props
  const words = useText().diferencia
  const { collection, document } = difference
  const sides = [
    { side: limit.from, version: difference.from },
    { side: limit.to, version: difference.to },
  ]
  const isSingle = limit.values.every(({ at }) => at === '')
  return (
    <section className="changed-limit">
      <h4 lang="es">{limit.to?.title ?? limit.from?.title}</h4>
      <ul className="plain help">
        {sides.map(({ side, version }) =>
          side === null ? null : (
            <li key={version}>
              <Link to={addressOfArticle({ collection, document, section: side.section, version })}>
                {words.citedIn(version, [numbers.get(side.section) ?? side.section, side.locator].filter((part) => part !== null).join(', '))}
              </Link>
              {side.title === limit.to?.title ? '' : ` · ${side.title}`}
            </li>
          ),
        )}
      </ul>
      <table className="changed-values">
        <thead>
          <tr>
            {isSingle ? null : <th scope="col">{words.at}</th>}
            <th scope="col">{words.inEdition(difference.from)}</th>
            <th scope="col">{words.inEdition(difference.to)}</th>
          </tr>
        </thead>
        <tbody>
          {limit.values.map(({ at, words: said }) => (
            <tr key={at}>
              {isSingle ? null : (
                <th scope="row" lang="es">
                  {said.at}
                </th>
              )}
              <td lang="es">{said.from ?? words.none}</td>
              <td>
                <strong lang="es">{said.to ?? words.none}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
