import { readConfig } from '../config/config.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { chooseBase } from '../packs/choose-base.ts'
import { steps } from '../usage/questions.ts'
import type { Attended } from './choose.ts'
import { verifyLine } from './describe.ts'
import { type Answer, fail, list } from './problem-text.ts'
import { flagsOf } from './terminal.ts'
import { askForCheck, askForMissing, askForValue, type Stated } from './verify-steps.ts'

type Conditions = Readonly<Record<string, string>>

interface Asking {
  readonly terminal: Attended
  readonly values: Readonly<Record<string, unknown>>
  verify(stated: Required<Stated>, context: Conditions): Promise<Answer>
}

/** Problems of the value itself: it is asked for again. */
const ofValue: readonly unknown[] = ['unit-mismatch', 'validation']

/** Verifies a check that the person at the terminal states step by step, with the data that turn out to be missing. */
export async function verifyByAsking(stated: Stated, given: Conditions, { terminal, values, verify }: Asking): Promise<Answer> {
  const kb = openKnowledgeBase(chooseBase(readConfig(terminal.environment, flagsOf(values))).file)
  try {
    let check = await askForCheck(stated, kb, terminal)
    let context = given
    const asked = new Set<string>()
    for (;;) {
      const answer = await verify(check, context)
      const { code } = answer.body
      if (answer.ok || (code !== 'indeterminate' && !ofValue.includes(code))) return told(answer, check, context, terminal)
      const isOfValue = ofValue.includes(code) || (list(answer.body['missing']).length === 0 && list(answer.body['errors']).length > 0)
      if (isOfValue) {
        fail(terminal, answer.body, false)
        check = { ...check, ...(await askForValue({ ...check, value: undefined, unit: undefined }, kb, terminal)) }
        continue
      }
      const datum = await askForMissing(answer.body, asked, terminal)
      if (datum === undefined) return told(answer, check, context, terminal)
      asked.add(datum.field)
      if (datum.answer !== undefined) context = { ...context, [datum.field]: datum.answer }
    }
  } finally {
    kb.close()
  }
}

/** The answer, after the command that gives it in one line. */
function told(answer: Answer, { element, parameter, value, unit, geo }: Required<Stated>, context: Conditions, terminal: Attended): Answer {
  const line = verifyLine({ element, parameter, value, unit, geo_id: geo, context })
  if (answer.ok || list(answer.body['missing']).length > 0) terminal.err(`\n${steps.sameInOneLine[terminal.language]}\n  ${line}\n`)
  return answer
}
