import { useSession, useText } from '../session.tsx'
import { figure, unitText } from '../text.ts'
import type { VerdictBody } from './verdict.tsx'

/** Why a verdict is what it is: its steps, what was supposed, what to mind. All in sight. */
export function Reasons({ verdict }: { readonly verdict: VerdictBody }) {
  const text = useText().verdict
  const { language } = useSession()
  return (
    <>
      <section className="panel">
        <h3>{text.why}</h3>
        <ol>
          {(verdict.trace ?? []).map(({ step, text: said }) => (
            <li key={step}>{said}</li>
          ))}
        </ol>
      </section>
      <section className="panel">
        <Lines title={text.warnings} lines={verdict.warnings} />
        <Lines title={text.assumptions} lines={verdict.assumptions} />
        {verdict.rules.length < 2 ? null : (
          <>
            <h3>{text.others}</h3>
            <ul>
              {verdict.rules.map((rule) => (
                <li key={rule.id}>
                  {rule.result_status === 'COMPLIANT' ? '✓' : '✗'} {rule.title}: {text.bounds[rule.comparison]} {figure(rule.limit_value, language)}{' '}
                  {unitText(rule.unit)}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
