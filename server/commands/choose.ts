import { alikeAmong, nameKey } from '../engine/text.ts'
import { steps } from '../usage/questions.ts'
import type { Terminal } from './terminal.ts'

/** One of the things that a person may choose. */
export interface Choice {
  readonly id: string
  readonly label: string
  /** Its other names. */
  readonly names: readonly string[]
}

/** What was chosen, and the words it was chosen with; undefined words for a number of a list. */
export interface Chosen {
  readonly choice: Choice
  readonly typed: string | undefined
}

/** A terminal with a person at it. */
export type Attended = Terminal & { readonly question: NonNullable<Terminal['question']> }

const mostShown = 20

/** Asks until one of some choices is named, by its number in the list that was shown or by a name. `isOptional`: nothing typed leaves it open. */
export async function choose(
  choices: readonly Choice[],
  terminal: Attended,
  { question, isListed, isOptional = false }: { readonly question: string; readonly isListed: boolean; readonly isOptional?: boolean },
): Promise<Chosen | undefined> {
  const { language } = terminal
  const proposals = choices.flatMap(({ label, names }) => [label, ...names])
  let shown = isListed ? showChoices(choices, terminal) : []
  for (;;) {
    const typed = await terminal.question(question, proposals)
    if (typed === '' && isOptional) return undefined
    const byNumber = /^\d+$/.test(typed) ? shown[Number(typed) - 1] : undefined
    if (byNumber !== undefined) return { choice: byNumber, typed: undefined }
    if (typed === '') {
      terminal.err(steps.empty[language])
      continue
    }
    const found = choicesNamed(choices, typed)
    const [only, ...others] = found.exact.length > 0 ? found.exact : found.near
    if (only !== undefined && others.length === 0 && found.exact.length > 0) return { choice: only, typed }
    terminal.err((only === undefined ? steps.none(typed) : steps.several)[language])
    shown = only === undefined ? shown : showChoices([only, ...others], terminal)
  }
}

/** The choices that have a name, and those whose names have its words or are like it. */
function choicesNamed(choices: readonly Choice[], typed: string): { readonly exact: readonly Choice[]; readonly near: readonly Choice[] } {
  const wanted = nameKey(typed)
  const namesOf = ({ id, label, names }: Choice): readonly string[] => [id, label, ...names]
  const exact = choices.filter((one) => namesOf(one).some((name) => nameKey(name) === wanted || name === typed))
  const words = wanted.split(' ')
  const within = choices.filter((one) => namesOf(one).some((name) => words.every((word) => ` ${nameKey(name)}`.includes(` ${word}`))))
  if (exact.length > 0 || within.length > 0) return { exact, near: within }
  const alike = alikeAmong(choices.flatMap((one) => namesOf(one).map((name) => [name, one.id] as const)))(typed)
  return { exact, near: alike.flatMap((id) => choices.filter((one) => one.id === id)) }
}

/** Prints numbered choices, the first of them if they are many. Returns those that have a number. */
function showChoices(choices: readonly Choice[], { err, language }: Attended): readonly Choice[] {
  const shown = choices.slice(0, mostShown)
  const digits = String(shown.length).length
  const rows = shown.map(({ label }, at) => `  ${String(at + 1).padStart(digits)}  ${label}`)
  const rest = choices.length - shown.length
  err([...rows, ...(rest === 0 ? [] : [steps.more(rest)[language]])].join('\n'))
  return shown
}
