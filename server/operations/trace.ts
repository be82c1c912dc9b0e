import type { z } from 'zod'
import { shortTitle } from '../engine/book.ts'
import { comparisonOf, comparisonSigns } from '../engine/compare.ts'
import { type Exact, withComma } from '../engine/decimal.ts'
import type { Verdict } from '../engine/outcome.ts'
import type { Table } from '../engine/schema.ts'
import { headingText } from '../engine/table-words.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { Finding } from '../engine/verify-rules.ts'
import type { Text } from '../errors/language.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'
import { citationOf } from './citation.ts'
import { type Measured, measuredText } from './request-value.ts'
import { numberText, valueLabel } from './value-label.ts'
import type { traceStep } from './verdict-schema.ts'

type Step = z.input<typeof traceStep>

/** The steps that led to a verdict: place, rules, conditions, cells, units, comparison. */
export function traceOf(verdict: Verdict, kb: KnowledgeBase, asked: { readonly echo: Measured; readonly unit: string }): Step[] {
  const { place, element, parameter } = verdict
  const { altitudeM, climateZone } = place.record
  const steps: Omit<Step, 'step'>[] = [
    {
      kind: 'resolve_geo',
      text: `${place.name} (${place.geoId})${altitudeM === null ? '' : `, ${altitudeM} m`}${climateZone === null ? '' : ` → ${said(kb, { es: 'zona climática', en: 'climate zone' })} ${climateZone}`}`,
    },
    {
      kind: 'select_rule',
      text: `${said(kb, { es: element.label, en: element.en ?? element.label })} · ${said(kb, { es: parameter.label, en: parameter.en ?? parameter.label })} → ${verdict.findings.map(({ loaded }) => loaded.rule.title).join('; ')}`,
    },
  ]
  for (const finding of verdict.findings) steps.push(...findingSteps(finding, verdict, kb, asked))
  return steps.map((step, index) => ({ step: index + 1, ...step }))
}

function findingSteps(
  finding: Finding,
  verdict: Verdict,
  kb: KnowledgeBase,
  asked: { readonly echo: Measured; readonly unit: string },
): Omit<Step, 'step'>[] {
  const { rule, uses } = finding.loaded
  const edition = verdict.editions.get(finding.loaded.document)
  const conditions = [...uses].flatMap((name) => {
    const value = verdict.known.get(name)
    const isSaid = verdict.given.includes(name) || kb.book.dimensions.byId.get(name)?.source === 'place'
    return value === undefined || !isSaid ? [] : [`${kb.book.dimensions.byId.get(name)?.label ?? name}: ${valueLabel(kb, name, value)}`]
  })
  const steps: Omit<Step, 'step'>[] = [
    {
      kind: 'select_code',
      rule_id: rule.id,
      text: `${shortTitle(kb.book, finding.loaded.document)}, ${said(kb, { es: 'edición', en: 'edition' })} ${edition?.version} (${said(kb, { es: 'desde', en: 'from' })} ${dayText(edition?.from ?? '')}): ${citationOf(finding, verdict, kb).section}`,
    },
  ]
  if (finding.regardless.length > 0) {
    const labels = finding.regardless.map((name) => said(kb, quotedBoth(kb.book.dimensions.byId.get(name)?.label ?? name)))
    conditions.push(said(kb, { es: `sea cual sea ${labels.join(', ')}`, en: `whatever ${labels.join(', ')} may be` }))
  }
  if (conditions.length > 0) steps.push({ kind: 'condition', rule_id: rule.id, text: conditions.join('; ') })
  for (const cell of finding.cells) {
    const table = kb.book.tables.get(`${finding.loaded.document}/${cell.table}`)?.table
    const row = table === undefined ? '' : rowText(table, cell.row, labelsOf(uses, kb))
    steps.push({
      kind: 'table_lookup',
      rule_id: rule.id,
      text: `${table?.number ?? cell.table}, ${said(kb, { es: 'fila', en: 'row' })} ${row}, ${said(kb, { es: 'columna', en: 'column' })} ${headingText(cell.column)} = ${said(kb, { es: withComma(cell.text), en: cell.text })}`,
    })
  }
  if (typeof finding.value !== 'string' && isConverted(asked.unit, rule.unit, kb))
    steps.push({
      kind: 'convert_unit',
      rule_id: rule.id,
      text: `${withUnit(measuredText(asked.echo), asked.unit, kb.language)} = ${withUnit(numberText(kb, finding.value, 9), rule.unit, kb.language)}`,
    })
  for (const bound of finding.bounds) {
    const isMet = finding.bound === bound ? finding.complies : true
    steps.push({
      kind: 'compare',
      rule_id: rule.id,
      text:
        `${text(finding.value, kb)} ${comparisonSigns[comparisonOf(bound)]} ${rule.bound === 'class' ? text(bound.limit, kb) : withUnit(text(bound.limit, kb), rule.unit, kb.language)}` +
        said(kb, isMet ? { es: ': se cumple', en: ': it is met' } : { es: ': no se cumple', en: ': it is not met' }),
    })
  }
  return steps
}

function quotedBoth(label: string): Text {
  return { es: `«${label}»`, en: `"${label}"` }
}

/** A row of a table in words: its description if it has one, otherwise its keys: `Administrativo o Docente · hasta 28`. */
function rowText({ header, keys, rows }: Table, row: number, labels: ReadonlyMap<string, string>): string {
  const cells = rows[row] ?? []
  const described = cells[header.indexOf('descripcion')] ?? ''
  if (described !== '') return described
  const inWords = (one: string): string => {
    const [, sign = '', figure = ''] = /^(<=|>=|<|>)(.*)$/.exec(one) ?? []
    return sign === '' ? (labels.get(one) ?? one.replaceAll('_', ' ')) : `${interval[sign] ?? ''} ${withComma(figure.trim())}`
  }
  return keys.map((key) => (cells[header.indexOf(key)] ?? '').split('|').map(inWords).join(' o ')).join(' · ')
}

/** The labels of the values of some dimensions. */
function labelsOf(names: Iterable<string>, { book }: KnowledgeBase): ReadonlyMap<string, string> {
  return new Map([...names].flatMap((name) => (book.dimensions.byId.get(name)?.values ?? []).map(({ id, label }) => [id, label] as const)))
}

const interval: Readonly<Record<string, string>> = { '<=': 'hasta', '<': 'menos de', '>=': 'desde', '>': 'más de' }

function dayText(iso: string): string {
  return iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3-$2-$1')
}

/** True if two units differ by a factor; two spellings of one unit do not. */
function isConverted(from: string, to: string, { book }: KnowledgeBase): boolean {
  const [asked, own] = [book.units.parse(from), book.units.parse(to)]
  return asked !== undefined && own !== undefined && !asked.factor.equals(own.factor)
}

function text(value: Exact | string, kb: KnowledgeBase): string {
  return typeof value === 'string' ? value : numberText(kb, value, 9)
}
