import { shortTitle } from '../engine/book.ts'
import type { Exact } from '../engine/decimal.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'
import { placeWarnings } from './place-warnings.ts'
import { regionalWarnings } from './regional-warnings.ts'
import { valueLabel } from './value-label.ts'

/** The assumptions of a verdict: default values and the altitude of the municipal capital. All exceptions that are assumed not to apply share one line. */
export function assumptionsOf(verdict: Verdict, kb: KnowledgeBase, regardless: readonly { readonly label: string }[]): string[] {
  const { record } = verdict.place
  const labelled = (name: string): string => kb.book.dimensions.byId.get(name)?.label ?? name
  const supposed = (name: string, value: Exact | string | undefined): string => {
    const text = valueLabel(kb, name, value)
    return said(kb, { es: `Se supone «${labelled(name)}»: ${text}`, en: `Assumed "${labelled(name)}": ${text}` })
  }
  const isDenied = (name: string): boolean => verdict.known.get(name) === 'false'
  const denied = verdict.assumed.filter(isDenied)
  const zone = record.climateZone === null ? '' : ` (${said(kb, { es: 'zona', en: 'zone' })} ${record.climateZone})`
  const complies = verdict.findings[0]?.complies === true
  const implied = [...new Map(verdict.findings.flatMap(({ assumed }) => [...assumed]))]
  return [
    ...(verdict.understood
      ? [
          said(kb, {
            es: `Se comprueba «${verdict.parameter.label}» de «${verdict.element.label}»`,
            en: `What is checked is "${verdict.parameter.en ?? verdict.parameter.label}" of "${verdict.element.en ?? verdict.element.label}"`,
          }),
        ]
      : []),
    ...(verdict.assumed.includes('altitud_m')
      ? [
          said(kb, {
            es: `Se toma la altitud del núcleo capital del municipio, ${record.altitudeM} m${zone}; la que cuenta es la del emplazamiento`,
            en: `The altitude of the main town of the municipality is taken, ${record.altitudeM} m${zone}; the one that counts is that of the site`,
          }),
        ]
      : []),
    ...verdict.assumed.filter((name) => name !== 'altitud_m' && !isDenied(name)).map((name) => supposed(name, verdict.known.get(name))),
    ...implied.map(([name, value]) => supposed(name, value)),
    ...new Set(verdict.aside.map((loaded) => linkAssumption(loaded, kb))),
    ...(regardless.length === 0
      ? []
      : [
          said(kb, {
            es: `${complies ? 'Cumple' : 'No cumple'} sea cual sea ${regardless.map(({ label }) => `«${label}»`).join(', ')}`,
            en: `It ${complies ? 'complies' : 'does not comply'} whatever ${regardless.map(({ label }) => `"${label}"`).join(', ')} may be`,
          }),
        ]),
    ...(denied.length === 0
      ? []
      : [
          said(kb, {
            es: `Se supone que no se da ninguno de estos casos: ${denied.map(labelled).join('; ')}`,
            en: `Assumed that none of these is the case: ${denied.map(labelled).join('; ')}`,
          }),
        ]),
  ]
}

/** The assumption for a rule that another document applies only under a condition, when the request does not state that condition. */
function linkAssumption({ linked = {}, document, rule }: LoadedRule, kb: KnowledgeBase): string {
  const conditions = Object.entries(linked).flatMap(([name, test]) => {
    const values = test.kind === 'in' ? test.values.map((value) => valueLabel(kb, name, value)) : []
    const label = kb.book.dimensions.byId.get(name)?.label ?? name
    return [said(kb, { es: `«${label}»: ${values.join(' o ')}`, en: `"${label}": ${values.join(' or ')}` })]
  })
  const source = `${kb.book.documents.get(document)?.shortTitle ?? document}, ${rule.cite.locator ?? rule.cite.section}`
  return said(kb, {
    es: `Se supone que no es ${conditions.join(', ')}; si lo es, indíquelo: rige además ${source} (${rule.title})`,
    en: `Assumed that it is not ${conditions.join(', ')}; if it is, say so: ${source} (${rule.title}) then applies as well`,
  })
}

/** What the reader of a verdict must check, in Spanish: doubts about the place, notices of the documents, limits that the base does not hold. */
export function warningsOf(verdict: Verdict, kb: KnowledgeBase): string[] {
  const { place, findings, asOf } = verdict
  const used = new Set(findings.flatMap(({ loaded }) => [...loaded.uses]))
  const rules = findings.map(({ loaded }) => loaded)
  const warnings = [...regionalWarnings(kb, rules, place.record.ccaa, asOf), ...findings.flatMap((finding) => finding.warnings)]
  warnings.push(...placeWarnings(verdict, used))
  if (verdict.converted !== undefined) warnings.push(verdict.converted)
  for (const [dimension, doubt] of place.doubts) if (used.has(dimension)) warnings.push(doubt)
  for (const document of new Set(findings.map(({ loaded }) => loaded.document))) warnings.push(...(kb.book.documents.get(document)?.notices ?? []))
  if (findings.some(({ loaded }) => loaded.rule.verification === 'single_reader'))
    warnings.push('Cifra de un solo lector: cotéjela con el texto oficial antes de firmar')
  if (asOf > kb.meta.referenceDate) warnings.push(`La base llega hasta el ${kb.meta.referenceDate}: las reglas que rijan el ${asOf} pueden ser otras`)
  for (const { document, number, text } of verdict.gaps)
    warnings.push(
      `La base no tiene ${shortTitle(kb.book, document)}, ${number} (${text}), que también puede limitarlo: consúltelo en el texto oficial`,
    )
  if (verdict.undecided.length > 0) warnings.push(`Además, no se ha podido decidir: ${verdict.undecided.map(({ rule }) => rule.title).join('; ')}`)
  return [...new Set(warnings)]
}
