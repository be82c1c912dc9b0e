import { useSession, useText } from '../session.tsx'
import { limitText } from './limit-text.ts'
import type { VerdictBody } from './use-verdict.ts'

/** The steps that mostly say words of the regulations: titles of rules, names of sections, rows of tables. */
const quoting: ReadonlySet<string> = new Set(['select_rule', 'select_code', 'table_lookup'])

/** The reasons for a verdict: steps, assumptions, warnings and all rules applied. Never collapsed. */
export function Reasons({ verdict }: { readonly verdict: VerdictBody }) {
  const text = useText()
  const words = text.verdict
  const { language } = useSession()
  return (
    <>
      <section className="panel">
        <h3>{words.why}</h3>
        <ol className="steps">
          {(verdict.trace ?? []).map(({ step, kind, text: said }) => (
            <li key={step}>
              <span className="kind">{words.steps[kind]}</span> <span lang={quoting.has(kind) ? 'es' : undefined}>{said}</span>
            </li>
          ))}
        </ol>
      </section>
      <section className="panel">
        <Lines title={words.warnings} lines={verdict.warnings} lang="es" />
        <Lines title={words.assumptions} lines={verdict.assumptions} />
        <Lines title={words.decided} lines={verdict.context_use.decided.map(({ label, value }) => `${label}: ${value}`)} />
        <Lines title={words.notUsed} lines={verdict.context_use.not_used.map(({ label, value }) => `${label}: ${value}`)} />
        {verdict.rules.length < 2 ? null : (
          <>
            <h3>{words.others}</h3>
            <ul>
              {verdict.rules.map((rule) => (
                <li key={rule.id}>
                  {rule.result_status === 'COMPLIANT' ? '✓' : '✗'} <span lang="es">{rule.title}</span>: {limitText(rule, { text, language })}
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}

/** `lang`: the language of the lines, where it is not that of the page. */
function Lines({ title, lines, lang }: { readonly title: string; readonly lines: readonly string[]; readonly lang?: 'es' }) {
  if (lines.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line} lang={lang}>
            {line}
          </li>
        ))}
      </ul>
    </>
  )
}
