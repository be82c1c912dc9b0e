/** Something without which the service does not start. The message is that of its cause. */
export class CannotOpen extends RangeError {
  readonly part: 'settings' | 'base' | 'pages' | 'data'

  constructor(part: CannotOpen['part'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'CannotOpen'
    this.part = part
  }
}

/** What `open` gives. Throws `CannotOpen` that names the part where it throws. */
export function opening<T>(part: CannotOpen['part'], open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw new CannotOpen(part, error)
  }
}
