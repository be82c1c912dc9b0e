import { Link } from '../route.tsx'
import { useSession, useText } from '../session.tsx'
import { useDocumentName } from '../shared/documents.ts'
import { dayText, quantity } from '../text.ts'
import { addressOf, type Check, type Variation, variedCheck } from './check.ts'
import { limitText } from './limit-text.ts'
import type { VerdictBody } from './use-verdict.ts'

/** Two verdicts on one case, line by line. Differences are marked by text as well as by colour. */
export function VerdictComparison({
  check,
  variation,
  first,
  second,
}: {
  readonly check: Check
  readonly variation: Variation
  readonly first: VerdictBody
  readonly second: VerdictBody
}) {
  const text = useText()
  const words = text.verdict.whatIf
  const { language } = useSession()
  const nameOf = useDocumentName()
  const metres = (value: number | null): string => (value === null ? '–' : quantity(value, 'm', language))
  const margin = ({ margin, unit }: VerdictBody): string => (margin === undefined ? '–' : quantity(margin, unit, language))
  const lines: readonly (readonly [string, (verdict: VerdictBody) => string])[] = [
    [words.verdict, ({ is_compliant }) => (is_compliant ? `✓ ${text.verdict.complies}` : `✗ ${text.verdict.fails}`)],
    [words.altitude, ({ geo_context }) => metres(geo_context.altitude_m)],
    [text.verdict.zone, ({ geo_context }) => geo_context.climate_zone ?? text.verdict.noZone],
    [text.verdict.limit, (verdict) => limitText(verdict, { text, language })],
    [text.verdict.spare, margin],
    [words.edition, ({ sources }) => [...new Set(sources.map(({ code_slug, version }) => `${nameOf(code_slug)} ${version}`))].join(', ')],
  ]
  const changed = lines.filter(([, say]) => say(first) !== say(second)).map(([name]) => name)
  const opened = variedCheck(check)
  return (
    <>
      <p role="status">
        <strong>{changed.length === 0 ? words.same : words.changes(changed.join(', ').toLowerCase())}</strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="scroll" aria-label={words.title} tabIndex={0}>
        <table className="verdict-comparison">
          <thead>
            <tr>
              <td />
              <th scope="col">{words.here}</th>
              <th scope="col">
                {variation.kind === 'fecha' ? words.on(dayText(variation.value, language)) : words.at(metres(second.geo_context.altitude_m))}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, say]) => (
              <tr key={name} className={changed.includes(name) ? 'in' : undefined}>
                <th scope="row">{name}</th>
                <td>{say(first)}</td>
                <td>{changed.includes(name) ? <strong>{say(second)}</strong> : say(second)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {opened === undefined ? null : (
        <p className="unprinted">
          <Link to={addressOf(opened)}>{words.open}</Link>
        </p>
      )}
    </>
  )
}
