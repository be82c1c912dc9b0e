/** Reads a whole number in a range. Throws `RangeError` that names the setting. */
export function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < low || value > high)
    throw new RangeError(`Cannot read ${name} "${text}": expected a whole number from ${low} to ${high}`)
  return value
}

/** Reads `yes` or `no`. Throws `RangeError` that names the setting. */
export function yesOrNo(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new RangeError(`Cannot read ${name} "${text}": expected yes or no`)
  return text === 'yes'
}
