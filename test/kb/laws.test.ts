import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../../kb/compiler/compile.ts'
import { areDisjoint } from '../../server/engine/condition.ts'
import type { ContextInput } from '../../server/engine/context.ts'
import { isDeciding } from '../../server/engine/deciding.ts'
import { parseExact } from '../../server/engine/decimal.ts'
import type { Refusal, Verdict } from '../../server/engine/outcome.ts'
import { type Place, placeOfMunicipality } from '../../server/engine/place.ts'
import { readTypedNumber } from '../../server/engine/typed-number.ts'
import { convert } from '../../server/engine/unit.ts'
import { verify } from '../../server/engine/verify.ts'

// What must hold of every verdict, tried on the worked cases of every rule that decides, in every document.
const { compiled } = compile('kb')
if (compiled === undefined) throw new Error('the base compiles')
const { book, geo, documents, referenceDate } = compiled
const territories = new Map(geo.provinces.map(({ code, territory }) => [code, territory]))
const places = new Map<string, Place>()
function placeOf(geoId: string): Place {
  const known = places.get(geoId)
  if (known !== undefined) return known
  const row = geo.municipalities.find(({ ine }) => `ES-${ine}` === geoId)
  if (row === undefined) throw new RangeError(geoId)
  const place = placeOfMunicipality(row, territories.get(row.province) ?? '', geo.bands.get(row.province) ?? [])
  places.set(geoId, place)
  return place
}

interface WorkedCase {
  readonly rule: string
  readonly element: string
  readonly parameter: string
  readonly value: string
  readonly unit: string
  readonly geoId: string
  readonly context: ContextInput
  readonly asOf: string
}

/** One worked case of each side of each rule: those that give a verdict on every document that binds there. */
const cases: readonly WorkedCase[] = documents.flatMap(({ source, rules, cases: groups }) => {
  const byId = new Map(rules.map(({ value }) => [value.id, value]))
  return groups.flatMap(({ value: group }) => {
    const rule = byId.get(group.rule)
    if (rule === undefined || !isDeciding(rule)) return []
    const kept = new Map(group.cases.filter(({ gives }) => gives !== undefined).map((one) => [one.gives, one]))
    return [...kept.values()].map((one) => ({
      rule: `${source.slug}/${rule.id}`,
      element: one.element ?? rule.element[0] ?? '',
      parameter: rule.parameter,
      value: one.value,
      unit: one.unit ?? (rule.bound === 'class' ? '' : rule.unit),
      geoId: one.at,
      context: one.context,
      asOf: one.as_of ?? latestDay(source.slug, rule.editions),
    }))
  })
})

function latestDay(document: string, editions: readonly string[]): string {
  const inForce = (book.documents.get(document)?.editions ?? []).filter(({ version, from }) => editions.includes(version) && from <= referenceDate)
  const to = inForce.at(-1)?.to
  return to == null || to > referenceDate ? referenceDate : to
}

function run(one: WorkedCase, change: Partial<WorkedCase> = {}): Verdict | Refusal {
  const { element, parameter, value, unit, geoId, context, asOf } = { ...one, ...change }
  const typed = readTypedNumber(value)
  return verify(book, {
    element,
    parameter,
    value: typed.kind === 'number' || /^-?\d+(\.\d+)?(\/\d+)?$/.test(value) ? parseExact(typed.kind === 'number' ? typed.text : value) : value,
    unit,
    place: placeOf(geoId),
    context,
    asOf,
    codes: [],
  })
}

/** What an outcome says, without its wording. */
function saidBy(outcome: Verdict | Refusal): string {
  if (outcome.kind !== 'verdict')
    return outcome.kind === 'indeterminate'
      ? `indeterminate ${outcome.missing
          .map(({ dimension }) => dimension)
          .sort()
          .join(' ')}`
      : outcome.kind
  return outcome.findings
    .map(({ loaded, complies, bounds }) => `${loaded.rule.id} ${complies} ${bounds.map(({ limit }) => String(limit)).join(' ')}`)
    .sort()
    .join('; ')
}

const outcomes = cases.map((one) => ({ one, outcome: run(one) }))
const decided = outcomes.flatMap(({ one, outcome }) => (outcome.kind === 'verdict' ? [{ one, verdict: outcome }] : []))
const name = ({ rule, value, context }: WorkedCase): string => `${rule} ${value} ${JSON.stringify(context)}`

describe('laws of the verdict over the whole base', () => {
  test('most worked cases give a verdict on all that binds there', () => {
    expect(cases.length).toBeGreaterThan(3000)
    expect(decided.length).toBeGreaterThan(cases.length * 0.6)
  })

  test('a better value never fails where a worse one complies', () => {
    const wrong = decided.flatMap(({ one, verdict }) => {
      const [governing] = verdict.findings
      const side = governing?.bound.side
      const hasOneSide = verdict.findings.every(({ bounds }) => bounds.every((bound) => bound.side === side))
      if (governing?.complies !== true || !hasOneSide || (side !== 'min' && side !== 'max') || typeof governing.value === 'string') return []
      const unit = book.units.parse(governing.loaded.rule.unit)
      const asked = book.units.parse(one.unit)
      if (unit === undefined || asked === undefined) return []
      const value = convert(governing.value, unit, asked)
      return ['2', '10'].flatMap((factor) => {
        const isFarther = (side === 'min') === value.compare(0) >= 0
        const better = isFarther ? value.mul(factor) : value.div(factor)
        const outcome = run(one, { value: better.toFraction() })
        return outcome.kind === 'verdict' && outcome.findings[0]?.complies !== true ? [`${name(one)} → ${better.toString()}`] : []
      })
    })
    expect(wrong).toEqual([])
  })

  test('the order of the conditions, their spelling and data that no rule reads change nothing', () => {
    const wrong = outcomes.flatMap(({ one, outcome }) => {
      const entries = Object.entries(one.context)
      const reversed = Object.fromEntries(entries.toReversed())
      const shouted = Object.fromEntries(
        entries.map(([key, value]) => [key.toUpperCase(), typeof value === 'string' ? ` ${value.toUpperCase()} ` : value]),
      )
      const said = saidBy(outcome)
      const consulted = outcome.kind === 'verdict' ? outcome.consulted : undefined
      const irrelevant = consulted !== undefined && !consulted.has('anio_computo') ? { ...one.context, anio_computo: 2030 } : one.context
      return [reversed, shouted, irrelevant].flatMap((context) => {
        const now = saidBy(run(one, { context }))
        return now === said ? [] : [`${name(one)}: ${said} → ${now} (${JSON.stringify(context)})`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('the unit of the value changes nothing', () => {
    const others: Readonly<Record<string, readonly (readonly [unit: string, factor: string])[]>> = {
      m: [
        ['cm', '100'],
        ['mm', '1000'],
      ],
      cm: [
        ['m', '1/100'],
        ['mm', '10'],
      ],
      mm: [
        ['m', '1/1000'],
        ['cm', '1/10'],
      ],
      'm²': [['cm²', '10000']],
      h: [['min', '60']],
      kPa: [['Pa', '1000']],
    }
    const wrong = outcomes.flatMap(({ one, outcome }) =>
      (others[one.unit] ?? []).flatMap(([unit, factor]) => {
        const now = saidBy(run(one, { unit, value: parseExact(one.value).mul(parseExact(factor)).toFraction() }))
        return now === saidBy(outcome) ? [] : [`${name(one)} in ${unit}: ${saidBy(outcome)} → ${now}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('stating what was taken by default, or assumed, changes nothing but the wording', () => {
    const wrong = decided.flatMap(({ one, verdict }) => {
      const taken = new Map<string, string>()
      for (const field of verdict.assumed) if (field !== 'altitud_m') taken.set(field, String(verdict.known.get(field)))
      const [only] = verdict.findings
      if (verdict.findings.length === 1) for (const [field, value] of only?.assumed ?? []) taken.set(field, value)
      const context = { ...Object.fromEntries([...taken].filter(([field]) => book.dimensions.byId.get(field)?.source === 'context')), ...one.context }
      const outcome = run(one, { context })
      return outcome.kind === 'verdict' && outcome.findings[0]?.complies === verdict.findings[0]?.complies
        ? []
        : [`${name(one)}: ${saidBy(verdict)} → ${saidBy(outcome)} (${JSON.stringify(context)})`]
    })
    expect(wrong).toEqual([])
  })

  test('all that is missing can be answered, and ends in an answer within as many steps as there are data', () => {
    const emptied = outcomes.map(({ one }) => ({ ...one, context: {} }))
    const stuck: string[] = []
    fc.assert(
      fc.property(fc.nat(), (choice) => {
        const one = emptied[choice % emptied.length]
        if (one === undefined) return
        let context: ContextInput = {}
        for (let step = 0; step < 40; step++) {
          const outcome = run(one, { context })
          if (outcome.kind !== 'indeterminate') return
          const asked = outcome.missing.filter(({ dimension }) => !(dimension in context))
          if (asked.length === 0) {
            stuck.push(`${name(one)} asks again for ${outcome.missing.map(({ dimension }) => dimension).join(' ')} with ${JSON.stringify(context)}`)
            return
          }
          context = { ...context, ...Object.fromEntries(asked.map(({ dimension }) => [dimension, answerTo(dimension, choice)])) }
        }
        stuck.push(`${name(one)} never ends: ${JSON.stringify(context)}`)
      }),
      { numRuns: 1500, seed: 20261122 },
    )
    expect(stuck).toEqual([])
  })

  test('a narrower element is judged by every rule of the broader one', () => {
    const wrong = decided.flatMap(({ one, verdict }) => {
      const own = verdict.element.id
      const narrower = [...book.elements.byId.values()].filter(({ broader }) => broader === own)
      return narrower.flatMap(({ id }) => {
        const outcome = run(one, { element: id })
        if (outcome.kind !== 'verdict' || verdict.findings[0]?.complies !== false || outcome.findings[0]?.complies === false) return []
        // What the element is by definition may free it: then the rule that failed says so by its conditions.
        const sets = book.elements.byId.get(id)?.sets ?? {}
        const isFreed = verdict.findings.some(({ loaded, complies }) => !complies && Object.keys(sets).some((field) => loaded.uses.has(field)))
        return isFreed ? [] : [`${name(one)} as ${id}: ${saidBy(verdict)} → ${saidBy(outcome)}`]
      })
    })
    expect(wrong).toEqual([])
  })

  test('a narrower use, or any narrower value of a condition, is never judged more loosely, unless a rule names it', () => {
    const narrower = new Map<string, string[]>()
    for (const { id, values } of book.dimensions.byId.values())
      for (const { id: value, broader } of values)
        if (broader !== undefined) narrower.set(`${id}|${broader}`, [...(narrower.get(`${id}|${broader}`) ?? []), value])
    const naming = new Map(
      [...Map.groupBy(book.rules, ({ rule }) => rule.parameter)].map(([parameter, rules]) => [parameter, JSON.stringify(rules, stored)]),
    )
    let tried = 0
    const wrong = decided.flatMap(({ one, verdict }) =>
      verdict.findings[0]?.complies !== false
        ? []
        : Object.entries(one.context).flatMap(([field, broad]) =>
            (narrower.get(`${field}|${String(broad)}`) ?? []).flatMap((value) => {
              tried++
              const outcome = run(one, { context: { ...one.context, [field]: value } })
              const isLooser = outcome.kind === 'verdict' && outcome.findings[0]?.complies === true
              return isLooser && naming.get(one.parameter)?.includes(`"${value}"`) !== true
                ? [`${name(one)} as ${value}: ${saidBy(verdict)} → ${saidBy(outcome)}`]
                : []
            }),
          ),
    )
    expect(tried).toBeGreaterThan(200)
    expect(wrong).toEqual([])
  })

  test('two limits of one element, parameter and side in one document never both bind', () => {
    const limits = book.rules.filter(({ rule }) => rule.kind === 'limit' && rule.bound !== 'range')
    const wrong = [...Map.groupBy(limits, ({ document, rule }) => `${document} ${rule.parameter} ${rule.bound}`).values()].flatMap((alike) =>
      alike.flatMap((one, index) =>
        alike
          .slice(index + 1)
          .filter(
            ({ rule }) =>
              rule.element.some((id) => one.rule.element.includes(id)) &&
              rule.editions.some((edition) => one.rule.editions.includes(edition)) &&
              !areDisjoint(rule.when, one.rule.when, book.dimensions),
          )
          .map(({ rule }) => `${one.rule.id} and ${rule.id}`),
      ),
    )
    expect(wrong).toEqual([])
  })
})

/** Makes what JSON has no form for a text, so that the values that a rule names can be found in it. */
function stored(_key: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value instanceof Set ? [...value] : typeof value === 'bigint' ? String(value) : value
}

/** Some answer to a question: one of its values, or a number that may be. */
function answerTo(field: string, choice: number): string | number | boolean {
  const dimension = book.dimensions.byId.get(field)
  if (dimension?.type === 'boolean') return choice % 2 === 0
  if (dimension?.type === 'enum') return dimension.values[choice % dimension.values.length]?.id ?? ''
  const least = Number(dimension?.min ?? dimension?.above ?? 0)
  const most = Number(dimension?.max ?? least + 40)
  const value = least + ((choice % 7) + 1) * ((most - least) / 8)
  return dimension?.integer === true ? Math.max(Math.ceil(value), least) : value
}
