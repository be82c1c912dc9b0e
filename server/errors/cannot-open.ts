/** An error that stops the service from starting. `part` says which of its parts could not be opened; the message is that of the cause. */
export class CannotOpen extends RangeError {
  readonly part: 'settings' | 'base' | 'pages' | 'data'

  constructor(part: CannotOpen['part'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'CannotOpen'
    this.part = part
  }
}

/** Returns the result of `open`. Wraps any error that it throws in a `CannotOpen` for that part. */
export function opening<T>(part: CannotOpen['part'], open: () => T): T {
  const wrong = (error: unknown): never => {
    throw new CannotOpen(part, error)
  }
  try {
    const opened = open()
    return opened instanceof Promise ? (opened.catch(wrong) as T) : opened
  } catch (error) {
    return wrong(error)
  }
}
