/** One fault of the sources, as an editor can jump to it. */
export interface Problem {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** `normativa/cte/…/rules/he1.yaml:12: unknown table "tabla-x"` */
export function describe({ file, line, message }: Problem): string {
  return `${file}:${line}: ${message}`
}
