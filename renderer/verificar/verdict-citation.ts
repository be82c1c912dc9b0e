import { dayText, type Language, quantity, type Text } from '../text.ts'
import { limitText } from './limit-text.ts'
import type { VerdictBody } from './use-verdict.ts'

/** A verdict in one line for a report: regulation, case, figures, place, day and knowledge base. Complete enough to repeat the check. */
export function verdictCitation(
  verdict: VerdictBody,
  said: { readonly subject: string; readonly document: string; readonly date: string },
  { text, language }: { readonly text: Text; readonly language: Language },
): string {
  const words = text.verdict
  const { geo_context: place, kb } = verdict
  const [source] = verdict.sources
  return [
    `${said.document} (${source?.version ?? ''}), ${source?.section ?? ''}.`,
    `${said.subject}: ${quantity(verdict.normalized_value, verdict.unit, language)};`,
    `${words.limit.toLowerCase()} ${limitText(verdict, { text, language })}:`,
    `${verdict.is_compliant ? words.complies : words.fails}.`,
    `${[
      `${place.name} (${place.geo_id})`,
      ...(place.altitude_m === null ? [] : [quantity(place.altitude_m, 'm', language)]),
      ...(place.climate_zone === null ? [] : [`${words.zone.toLowerCase()} ${place.climate_zone}`]),
      ...(said.date === '' ? [] : [words.asOf(dayText(said.date, language))]),
    ].join(', ')}.`,
    words.base(kb.version, kb.sha256),
  ]
    .join(' ')
    .replaceAll('\u00a0', ' ')
}
