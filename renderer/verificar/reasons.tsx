import { useSession, useText } from '../session.tsx'
import { limitText } from './limit-text.ts'
import type { VerdictBody } from './use-verdict.ts'

/** The steps that mostly say words of the regulations: titles of rules, names of sections, rows of tables. */
const quoting: ReadonlySet<string> = new Set(['select_rule', 'select_code', 'table_lookup'])

/** The reasons for a verdict: steps, assumptions, warnings and all rules applied. Never collapsed. */
export function Reasons({ verdict }: { readonly verdict: VerdictBody }) {
  const words = useText().verdict
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
      <Besides verdict={verdict} />
    </>
  )
}

/** Warnings, assumptions, the data that counted and the other rules; nothing if there are none. */
function Besides({ verdict }: { readonly verdict: VerdictBody }) {
  const text = useText()
  const words = text.verdict
  const { language } = useSession()
  const { warnings, assumptions, context_use: used, rules } = verdict
  if ([warnings, assumptions, used.decided, used.not_used].every(({ length }) => length === 0) && rules.length < 2) return null
  return (
    <section className="panel">
      <Lines title={words.warnings} lines={warnings} lang="es" />
      <Lines title={words.assumptions} lines={assumptions} />
      <Lines title={words.decided} lines={used.decided.map(({ label, value }) => `${label}: ${value}`)} />
      <Lines title={words.notUsed} lines={used.not_used.map(({ label, value }) => `${label}: ${value}`)} />
      {rules.length < 2 ? null : (
        <>
          <h3>{words.others}</h3>
          <ul>
            {rules.map((rule) => (
              <li key={rule.id}>
                {rule.result_status === 'COMPLIANT' ? '✓' : '✗'} <span lang="es">{rule.title}</span>: {limitText(rule, { text, language })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
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
