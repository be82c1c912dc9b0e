import { candidateText } from '../errors/candidate-text.ts'
import type { Terminal } from './terminal.ts'
import { foldedText } from './text-table.ts'

export type Json = Record<string, unknown>

/** The body of an answer, or of a problem. */
export interface Answer {
  readonly ok: boolean
  readonly body: Json
}

/** Prints why a request failed and what would be right. Returns the exit code, 1. */
export function fail(terminal: Terminal, problem: Json, asJson: boolean): number {
  // Safe cast: the service answers by its own schema. Those that the detail names already are not repeated.
  const candidates = (list(problem['candidates']) as (string | Json)[]).map(candidateText).filter((one) => !String(problem['detail']).includes(one))
  const pairs = list(problem['pairs'])
    .map((one) => one as Json)
    .map(({ element, parameter, label }) => `  ${String(label)}: --element ${String(element)} --parameter ${String(parameter)}`)
  const missing = list(problem['missing'])
    .map((one) => one as Json)
    .map(
      (one) =>
        `  --context ${String(one['field'])}=…   ${String(one['label'])}${one['unit'] === undefined ? '' : ` [${String(one['unit'])}]`}: ${
          list(one['allowed'])
            .map((value) => String((value as Json)['value']))
            .join(' | ') || String(one['help'])
        }`,
    )
  const lines = [
    `${String(problem['title'])} (${String(problem['code'])})`,
    String(problem['detail']),
    ...(candidates.length === 0 ? [] : [`${{ es: 'Quizá', en: 'Perhaps' }[terminal.language]}: ${candidates.join('; ')}`]),
    ...(pairs.length === 0 ? [] : [{ es: '¿Quiere decir?', en: 'Do you mean?' }[terminal.language], ...pairs]),
    ...missing,
    ...adviceOf(problem, terminal),
  ]
  terminal.err(asJson ? JSON.stringify(problem, null, 2) : foldedText(lines.join('\n'), terminal.width))
  return 1
}

/** The command that tells how to ask about the element and parameter of a problem. */
function adviceOf({ describe }: Json, { language }: Terminal): string[] {
  const pair = /^\/api\/v1\/elementos\/([^/]+)\/([^/]+)$/.exec(String(describe))
  return pair === null ? [] : [`${{ es: 'Cómo preguntarlo', en: 'How to ask' }[language]}: plomada describe ${pair[1]} ${pair[2]}`]
}

/** The value if it is a list, else an empty list. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
