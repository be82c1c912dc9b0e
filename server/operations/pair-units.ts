import { z } from 'zod'
import { exactText } from '../engine/decimal.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { classesLike, classUnits } from '../engine/scale.ts'
import { isBlank, type LoadedValue } from '../engine/value.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Pair } from './pair.ts'

/** A unit that verify accepts for a pair. */
export const pairUnit = z.object({
  unit: z.string(),
  spellings: z.array(z.string()).meta({ description: 'Other ways to write it. Order and sign of the parts of a compound unit do not count' }),
  of_rules: z.boolean().meta({ description: 'True if a rule states its limit in it' }),
})

const mostUnits = 16

/** The units that verify accepts for a pair: those of its rules, then those of the same kind. */
export function unitsOf({ telling }: Pair, { book }: KnowledgeBase): z.input<typeof pairUnit>[] {
  const own = new Set(telling.flatMap(({ rule, scale }) => (rule.bound === 'class' ? classUnits(scale) : [rule.unit])))
  const isClass = telling.every(({ rule }) => rule.bound === 'class')
  const kinds = new Set([...own].map((text) => book.units.parse(text)?.kind))
  const spelled = new Map(book.units.symbols.map(({ symbol, spellings }) => [symbol, spellings]))
  // Beside a plain unit (m) a compound one of the same kind (l/m²) would be odd.
  const isPlain = [...own].every((text) => spelled.has(text))
  const compound = isPlain ? [] : [...book.parameters.byId.values()].map(({ unit }) => unit)
  // A class has no unit: a percentage is none.
  const others = isClass ? [] : [...spelled.keys(), ...new Set(compound)].filter((text) => kinds.has(book.units.parse(text)?.kind))
  const found = new Map<string, { unit: string; spellings: string[]; of_rules: boolean }>()
  for (const text of [...own, ...others]) {
    const parsed = book.units.parse(text)
    const key = parsed === undefined ? text : `${parsed.kind} ${exactText(parsed.factor)}`
    const known = found.get(key)
    if (known === undefined) found.set(key, { unit: text, spellings: [...(spelled.get(text) ?? [])], of_rules: own.has(text) })
    else
      for (const spelling of [text, ...(spelled.get(text) ?? [])])
        if (spelling !== known.unit && !known.spellings.includes(spelling)) known.spellings.push(spelling)
  }
  return [...found.values()].slice(0, mostUnits)
}

/** True if verify takes a value of the pair without a unit: a class, or a count. */
export function isUnitOptional({ telling, parameter }: Pair): boolean {
  return telling.every(({ rule }) => rule.bound === 'class') || (parameter.integer === true && telling.every(({ rule }) => rule.unit === '1'))
}

/** The classes that rules of a pair compare with, written as they are demanded; empty if none compares classes. */
export function classesOf({ telling }: Pair): string[] {
  return [
    ...new Set(
      telling.flatMap((loaded) => {
        const { rule, scale, lower } = loaded
        if (rule.bound !== 'class' || scale === undefined || lower === undefined) return []
        const demanded = [...textsOf(lower), ...adjustedTexts(loaded)]
        if (scale.kind === 'fire_resistance') return demanded.flatMap((text) => classesLike(scale, text))
        return scale.kind === 'named' ? demanded : [...scale.classes, ...demanded]
      }),
    ),
  ]
}

function adjustedTexts({ adjust }: LoadedRule): string[] {
  return adjust.flatMap(({ set }) => (typeof set === 'string' ? [set] : []))
}

/** The classes that a value of a rule may be. */
function textsOf(value: LoadedValue): string[] {
  switch (value.kind) {
    case 'const':
      return [typeof value.value === 'string' ? value.value : exactText(value.value)]
    case 'table': {
      const { table } = value.table
      const columns = value.spec.by === undefined ? [value.spec.column ?? ''] : table.header.filter((name) => !table.keys.includes(name))
      return table.rows.flatMap((row) => columns.map((name) => (row[table.header.indexOf(name)] ?? '').trim())).filter((text) => !isBlank(text))
    }
    default:
      return []
  }
}
