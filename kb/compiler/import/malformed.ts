import { describe, type Problem } from '../problem.ts'

/** Says what is wrong in an official file, fault by fault, and what would be right. Nothing is imported from such a file. */
export class MalformedFile extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describe).join('\n'))
    this.name = 'MalformedFile'
    this.problems = problems
  }
}

/** Refuses a file for one fault. `line` is the line of a text, or the row of a sheet. */
export function refuse(file: string, line: number, message: string): never {
  throw new MalformedFile([{ file, line, message }])
}

/** Refuses a file where faults were gathered; does nothing where there is none. */
export function refuseAll(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new MalformedFile(problems)
}
