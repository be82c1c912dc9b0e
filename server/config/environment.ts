export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process, for `main.ts` and `cli.ts`. */
export function processEnvironment(): Environment {
  return process.env
}

/** The arguments of this process after the program's name. */
export function processArguments(): string[] {
  return process.argv.slice(2)
}

/** The whole command line of this process, for the desktop. */
export function processCommandLine(): readonly string[] {
  return process.argv
}
