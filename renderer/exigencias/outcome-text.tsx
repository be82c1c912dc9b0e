import type { Outputs } from '../api.ts'
import { useText } from '../session.tsx'

export type Outcome = Outputs['listRequirements']['items'][number]['outcomes'][number]

/** `como mínimo 0,9 m`, the cases between which a datum decides, or why it does not apply. */
export function OutcomeText({ outcome }: { readonly outcome: Outcome }) {
  const { standing, text, needs, cases, why, otherwise_free, assumed } = outcome
  const words = useText().exigencias
  const isAssumed = standing === 'applies' && assumed.length > 0
  if (standing === 'does_not_apply') return <span className="help">{why}</span>
  if (standing === 'not_held') return <span className="help">{words.unread}</span>
  if (standing === 'applies')
    return (
      <>
        <strong>{why === null ? text : words.notAdmitted(why)}</strong>
        {isAssumed ? <span className="help"> {words.assumed(assumed.map(({ label, text: value }) => `${label}: ${value}`).join('; '))}</span> : null}
      </>
    )
  return (
    <>
      {text === '' ? null : <strong>{text}. </strong>}
      <span className="help">{words.dependsOn(needs.map(({ label }) => label).join('; '))}</span>
      {cases === null || cases.length === 0 ? null : (
        <table className="cases">
          <tbody>
            {cases.map((one) => (
              <tr key={one.when.map(({ text: value }) => value).join()}>
                <th scope="row">{one.when.map((condition) => `${condition.label}: ${condition.text}`).join('; ')}</th>
                <td>{one.text}</td>
              </tr>
            ))}
            {otherwise_free ? (
              <tr>
                <th scope="row">{words.otherwise}</th>
                <td>{words.standing.does_not_apply.toLowerCase()}</td>
              </tr>
            ) : null}
          </tbody>
        </table>
      )}
    </>
  )
}
