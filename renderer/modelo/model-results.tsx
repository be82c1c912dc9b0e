import { useState } from 'react'
import { useText } from '../session.tsx'
import { Notice } from '../shared/notices.tsx'
import { type ModelReport, shownValue } from './model.ts'

type Result = ModelReport['results'][number]
type Status = Result['status']

const order = ['NON_COMPLIANT', 'UNDECIDED', 'COMPLIANT'] as const satisfies readonly Status[]
const looks = { COMPLIANT: 'complies', NON_COMPLIANT: 'fails', UNDECIDED: 'undecided' } as const
/** Most rows shown of a storey at once. */
const mostRows = 200

/** The results of a model: how many, and a table for each storey, failures first. */
export function ModelResults({ report }: { readonly report: ModelReport }) {
  const words = useText().modelo
  const [shown, setShown] = useState<readonly Status[]>(order)
  const { summary, results, storeys, faults } = report
  const why = sharedReason(results)
  const counts = { COMPLIANT: summary.compliant, NON_COMPLIANT: summary.non_compliant, UNDECIDED: summary.undecided }
  const toggle = (one: Status): void => setShown(shown.includes(one) ? shown.filter((other) => other !== one) : [...shown, one])
  const names = [
    ...storeys.map(({ name }) => name),
    ...new Set(results.map(({ storey }) => storey).filter((name) => !storeys.some((one) => one.name === name))),
  ]
  return (
    <section aria-label={words.results}>
      {faults.map((one) => (
        <p key={one} className="field-error" lang="es">
          {one}
        </p>
      ))}
      {why === undefined ? null : (
        <Notice kind="undecided" title={words.allUndecided}>
          <p lang="es">{why}.</p>
        </Notice>
      )}
      <fieldset className="standings">
        <legend>{words.show}</legend>
        {order.map((one) => (
          <label key={one} className="standing">
            <input type="checkbox" checked={shown.includes(one)} onChange={() => toggle(one)} />{' '}
            <span className={`result ${looks[one]}`}>
              {words.status[one]} ({counts[one]})
            </span>
          </label>
        ))}
      </fieldset>
      {[...new Set(names)].map((name) => (
        <Storey key={name} name={name} why={why} results={results.filter(({ storey, status }) => storey === name && shown.includes(status))} />
      ))}
    </section>
  )
}

/** The reason that all results have for being undecided, if there are several and it is the same one: it is then said once. */
function sharedReason(results: readonly Result[]): string | undefined {
  const [first] = results
  const isShared = results.length > 1 && results.every(({ status, detail }) => status === 'UNDECIDED' && detail === first?.detail)
  return isShared ? first?.detail : undefined
}

function Storey({ name, why, results }: { readonly name: string; readonly why: string | undefined; readonly results: readonly Result[] }) {
  const words = useText().modelo
  if (results.length === 0) return null
  const rows = results.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status)).slice(0, mostRows)
  return (
    <section>
      <h2>{name === '' ? words.noStorey : name}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard */}
      <section className="wide-table" tabIndex={0} aria-label={name === '' ? words.noStorey : name}>
        <table className="checks cards" lang="es">
          <thead>
            <tr>
              {words.columns.map((one) => (
                <th key={one} scope="col">
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((one) => (
              <tr key={one.number}>
                <td>
                  {one.name} <span className="help">{one.global_id}</span>
                </td>
                <td data-label={words.columns[1]}>
                  {one.element_label}: {one.parameter_label.toLowerCase()}
                </td>
                <td data-label={words.columns[2]}>
                  {shownValue(one.value, one.unit)} <span className="help">{one.source}</span>
                </td>
                <td data-label={words.columns[3]}>{one.limit}</td>
                <td data-label={words.columns[4]}>
                  <span className={`result ${looks[one.status]}`}>{words.status[one.status]}</span>{' '}
                  <span className="help">{one.status === 'UNDECIDED' ? (one.detail === why ? '' : one.detail) : one.citation}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {results.length > rows.length ? <p className="help">{words.more(results.length - rows.length)}</p> : null}
    </section>
  )
}
