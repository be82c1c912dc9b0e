import { type Exact, toNumber } from './decimal.ts'
import { fold } from './fold.ts'
import type { Scale } from './schema.ts'
import type { Unit } from './unit.ts'

/** Whether a value is a class or a better one. `incomplete`: a part of the class is not said, and those said are good enough. */
export type Satisfied = boolean | 'incomplete'

/**
 * Whether `offered` is the demanded class or a better one. `undefined` where `offered` is no class of the scale
 * (the caller then names the classes that are).
 */
export function satisfies(scale: Scale, offered: string, demanded: string): Satisfied | undefined {
  switch (scale.kind) {
    case 'fire_resistance':
      return compareParts(fireParts(scale, withLetters(offered, demanded)), fireParts(scale, demanded), false)
    case 'reaction_to_fire':
      return compareParts(reactionParts(scale, offered), reactionParts(scale, demanded), 'incomplete')
    case 'named':
      return key(offered) === key(demanded)
    case 'ordered': {
      const have = position(scale, offered)
      const need = position(scale, demanded)
      return have < 0 || need < 0 ? undefined : have >= need
    }
    default:
      return scale.kind satisfies never
  }
}

/**
 * A value held against a class, as text; `undefined` where its unit measures something else. A class has no unit (`1`).
 * A resistance to fire may also be a time: `EI 60` in `min` or `h`, which says nothing more, or a plain 60 in any unit of time, which becomes `60 min`.
 */
export function classText(value: Exact | string, unit: Unit, scale: Scale | undefined): string | undefined {
  if (unit.kind === '1') return unit.factor.equals(1) ? plainText(value) : undefined
  if (scale?.kind !== 'fire_resistance' || unit.kind !== 's1') return undefined
  const minutes = unit.factor.div(secondsInMinute)
  if (typeof value === 'string') return value
  return `${plainText(value.mul(minutes))} min`
}

/** True if the text of a class is a bare time, which says nothing of R, E or I. */
export function isBareTime(text: string): boolean {
  return bareTime.test(text)
}
const bareTime = /^(\d{2,3})\s*min$/i
const secondsInMinute = 60

/** The parts of a demanded class that a value does not say, in the words of the scale. */
export function unsaidParts(scale: Scale, offered: string, demanded: string): readonly ClassPart[] {
  if (scale.kind !== 'reaction_to_fire') return []
  const said = reactionParts(scale, offered)
  return [...(reactionParts(scale, demanded)?.keys() ?? [])].filter((part) => said?.has(part) === false).filter(isClassPart)
}

const classParts = ['smoke', 'droplets'] as const
/** A part of a class that may be missing from it. */
export type ClassPart = (typeof classParts)[number]

function isClassPart(part: string): part is ClassPart {
  return classParts.some((one) => one === part)
}

/** The units that a class of a scale may come in. */
export function classUnits(scale: Scale | undefined): readonly string[] {
  return scale?.kind === 'fire_resistance' ? ['1', 'min', 'h'] : ['1']
}

/** The classes that a value may be, written as the demanded one is: `EI 30`, `EI 60` … for a resistance to fire. */
export function classesLike(scale: Scale, demanded: string): readonly string[] {
  const match = scale.kind === 'fire_resistance' ? /^(.*?)\d{2,3}(.*)$/.exec(demanded) : null
  return match === null ? scale.classes : scale.classes.map((minutes) => `${match[1]}${minutes}${match[2]}`)
}

function plainText(value: Exact | string): string {
  return typeof value === 'string' ? value : String(toNumber(value))
}

function key(text: string): string {
  return fold(text).replace(/[\s_-]+/g, '')
}

function position(scale: Scale, text: string): number {
  return scale.classes.findIndex((candidate) => key(candidate) === key(text))
}

/**
 * Each part must be as good or better; a part the demand does not name does not count. `unsaid`: what a part that is not said comes to, if those said are
 * good enough. A product is classified with all its letters, so `EI 60` has no R; a reaction to fire has smoke and droplets in every class below A1.
 */
function compareParts(
  offered: ReadonlyMap<string, number> | undefined,
  demanded: ReadonlyMap<string, number> | undefined,
  unsaid: Satisfied,
): Satisfied | undefined {
  if (offered === undefined || demanded === undefined) return undefined
  if ([...demanded].some(([part, need]) => (offered.get(part) ?? need) < need)) return false
  return [...demanded.keys()].every((part) => offered.has(part)) || unsaid
}

/** A bare time stands for the letters that are demanded. It says nothing of a door's closing (`-C5`): there it is no class. */
function withLetters(offered: string, demanded: string): string {
  const minutes = bareTime.exec(offered)?.[1]
  const letters = /^([REI]+[12]?)\s*(?:t)?\d+$/i.exec(demanded.trim())?.[1]
  return minutes === undefined || letters === undefined ? offered : `${letters} ${minutes}`
}

/** `EI2 60-C5` → E, I (2 for the stricter I1), minutes, C. `REI 60` has R, E and I, so it satisfies EI 60. */
function fireParts(scale: Scale, text: string): Map<string, number> | undefined {
  const found = readFire(text, scale.classes)
  if (found === undefined || found.letters === '') return undefined
  const { letters, criterion, minutes, closing } = found
  const parts = new Map([['minutes', Number(minutes)]])
  if (letters.includes('R')) parts.set('R', 1)
  if (letters.includes('E')) parts.set('E', 1)
  // A plain I (walls, floors) is not graded 1 or 2; asked of a door, I2 is the milder one.
  if (letters.includes('I')) parts.set('I', criterion === '2' ? 1 : 2)
  if (closing !== undefined) parts.set('C', Number(closing))
  return parts
}

interface FireClass {
  readonly letters: string
  /** 1 or 2, of an I that is graded. */
  readonly criterion: string
  readonly minutes: string
  /** Cycles of closing (`C5`); `0` for a plain C. */
  readonly closing: string | undefined
}

/** Reads a class of resistance to fire whose minutes are one of `classes`. `EI120` is EI 120, not I1 for 20 minutes; `EI260` is EI2 60. */
export function readFire(text: string, classes: readonly string[]): FireClass | undefined {
  const [, letters = '', rest = ''] = /^(R?E?I?)[\s-]*(.*)$/.exec(text.normalize('NFKC').trim().toUpperCase()) ?? []
  const readings = letters.endsWith('I') ? [wholeMinutes, gradedMinutes] : [wholeMinutes]
  for (const reading of readings) {
    const parts = reading.exec(rest)?.groups ?? {}
    const { criterion = '', minutes = '', c, cycles = '0' } = parts
    if (classes.includes(minutes)) return { letters, criterion, minutes, closing: c === undefined ? undefined : cycles }
  }
  return undefined
}

const wholeMinutes = /^T?(?<minutes>\d{2,3})(?:\s*MIN)?(?:[\s-]*(?<c>C)(?<cycles>\d)?)?$/
const gradedMinutes = /^(?<criterion>[12])[\s-]*T?(?<minutes>\d{2,3})(?:\s*MIN)?(?:[\s-]*(?<c>C)(?<cycles>\d)?)?$/

/** `B-s1,d0` → letter, smoke and droplets, larger is better. A1 carries neither and meets any demand on them. */
function reactionParts(scale: Scale, text: string): Map<string, number> | undefined {
  const match = /^([A-F][12]?(?:fl)?)(?:L)?(?:[-,]?s([123]))?(?:[-,]?d([012]))?(?:\(t1\))?$/i.exec(text.replace(/\s+/g, ''))
  const letter = match?.[1] === undefined ? -1 : position(scale, match[1])
  if (match === null || letter < 0) return undefined
  const best = /^A1/i.test(text.trim())
  const parts = new Map([['letter', letter]])
  if (match[2] !== undefined || best) parts.set('smoke', match[2] === undefined ? 3 : 3 - Number(match[2]) + 1)
  if (match[3] !== undefined || best) parts.set('droplets', match[3] === undefined ? 3 : 3 - Number(match[3]))
  return parts
}
