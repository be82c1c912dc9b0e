import { type Decision, decide } from './decide.ts'
import type { Outcome, VerifyAll, VerifyItem } from './outcome.ts'
import type { PlannedCheck } from './planned-checks.ts'

/** Where and when the checks are judged. Without a place nothing is. */
export interface Judged {
  readonly geoId: string | undefined
  readonly asOf: string | undefined
  /** The short name of a document: `DB-HE`. */
  nameOf(document: string): string
}

const atOnce = 500

/** Verifies the planned checks. Equal cases are asked once, since a building has many walls of one kind. */
export async function verifyPlan(
  checks: readonly PlannedCheck[],
  { geoId, asOf, nameOf }: Judged,
  verifyAll: VerifyAll,
  told: (done: number, total: number) => void,
): Promise<readonly Decision[]> {
  if (geoId === undefined) return checks.map(() => withoutPlace)
  const itemsOf = ({ subject, check, measured, cases }: PlannedCheck): VerifyItem[] =>
    (measured.unusable === undefined ? cases : []).map(({ value, context }) => ({
      element: subject,
      parameter: check.parameter,
      value,
      unit: check.unit,
      geo_id: geoId,
      context,
      ...(asOf === undefined ? {} : { as_of: asOf }),
    }))
  const distinct = new Map<string, VerifyItem>()
  const keys = checks.map((check) =>
    itemsOf(check).map((item) => {
      const key = JSON.stringify(item)
      distinct.set(key, item)
      return key
    }),
  )
  const outcomes = await outcomesOf([...distinct], verifyAll, told)
  return checks.map((check, index) =>
    decide(
      check,
      (keys[index] ?? []).map((key) => outcomes.get(key) ?? lost()),
      nameOf,
    ),
  )
}

/** The outcome of each case by its key, verified in portions. */
async function outcomesOf(
  all: readonly (readonly [key: string, item: VerifyItem])[],
  verifyAll: VerifyAll,
  told: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  for (let at = 0; at < all.length; at += atOnce) {
    const portion = all.slice(at, at + atOnce)
    const answers = await verifyAll(portion.map(([, item]) => item))
    for (const [index, [key]] of portion.entries()) {
      const answer = answers[index]
      if (answer !== undefined) outcomes.set(key, answer)
    }
    told(Math.min(at + atOnce, all.length), all.length)
  }
  return outcomes
}

const withoutPlace: Decision = {
  status: 'UNDECIDED',
  reason: 'place',
  detail: 'Falta el lugar: sin él no se juzga nada',
  limit: '',
  citation: '',
  notes: [],
  missing: [],
  isUnplaced: true,
}

function lost(): never {
  throw new TypeError('The service answered with fewer results than cases')
}
