import { useSession, useText } from '../session.tsx'
import { figure, unitText } from '../text.ts'
import type { VerdictBody } from './use-verdict.ts'

/** Why a verdict is what it is: its steps, what was supposed, what to mind. All in sight. */
export function Reasons({ verdict }: { readonly verdict: VerdictBody }) {
  const text = useText().verdict
  const { language } = useSession()
  return (
    <>
      <section className="panel">
        <h3>{text.why}</h3>
        <ol className="steps">
          {(verdict.trace ?? []).map(({ step, kind, text: said }) => (
            <li key={step}>
              <span className="kind">{text.steps[kind]}</span> <span lang="es">{said}</span>
            </li>
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
                  {rule.result_status === 'COMPLIANT' ? '✓' : '✗'} <span lang="es">{rule.title}</span>: {text.bounds[rule.comparison]}{' '}
                  {figure(rule.limit_value, language)} {unitText(rule.unit)}
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
          <li key={line} lang="es">
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
