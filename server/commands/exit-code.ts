/** How a command ends. Usage is in `cli.ts`; the help and the manual list them. */
export const exitCode = { success: 0, failure: 1, usage: 2, nonCompliant: 3, undecided: 4, interrupted: 130 } as const

/** The problem codes of a request that was understood, but that the knowledge base or the stated data do not decide. */
const undecidedProblems: readonly unknown[] = ['indeterminate', 'no-applicable-rule', 'not-in-force', 'geo-too-coarse']

/** The exit code of a single check that has no verdict: undecided, or a failure if the request itself is wrong. */
export function exitWithout(problem: Readonly<Record<string, unknown>>): number {
  return undecidedProblems.includes(problem['code']) ? exitCode.undecided : exitCode.failure
}

/** The exit code of several checks: what fails counts before what is undecided. */
export function exitOf({ nonCompliant, isOpen }: { readonly nonCompliant: number; readonly isOpen: boolean }): number {
  if (nonCompliant > 0) return exitCode.nonCompliant
  return isOpen ? exitCode.undecided : exitCode.success
}
