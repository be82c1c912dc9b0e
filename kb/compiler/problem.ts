/** One fault of the sources, as an editor can jump to it. Lines and columns count from 1. */
export interface Problem {
  readonly file: string
  readonly line: number
  readonly column?: number | undefined
  readonly message: string
}

/** `normativa/cte/…/sections/he1-1.md:12:8: unknown table "tabla-x"` */
export function describe({ file, line, column, message }: Problem): string {
  return `${file}:${line}${column === undefined ? '' : `:${column}`}: ${message}`
}
