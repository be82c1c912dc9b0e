const texts = new WeakMap<object, string>()

/** Marks a part that many answers have: its JSON is written once. Nothing in it can be changed any more. */
export function sharedPart<Part extends object>(part: Part): Part {
  texts.set(part, JSON.stringify(part))
  return frozen(part)
}

/** The JSON of an answer: the same text as that of `JSON.stringify`, with its shared parts as they were written before. */
export function jsonText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return JSON.stringify(answer)
  const entries = Object.entries(answer)
  if (Array.isArray(answer) || !entries.some(([, value]) => sharedText(value) !== undefined)) return JSON.stringify(answer)
  let text = ''
  for (const [name, value] of entries) {
    // What JSON leaves out of an object has no text.
    const own: string | undefined = sharedText(value) ?? JSON.stringify(value)
    if (own !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${own}`
  }
  return `{${text}}`
}

function sharedText(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? texts.get(value) : undefined
}

function frozen<Part extends object>(part: Part): Part {
  for (const value of Object.values(part)) if (typeof value === 'object' && value !== null) frozen(value)
  return Object.freeze(part)
}
