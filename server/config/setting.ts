import { OperatorError } from '../errors/operator-error.ts'

/** Reads a whole number in a range. Throws `OperatorError` with the name of the setting. */
export function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < low || value > high)
    throw new OperatorError({
      es: `No se entiende ${name} «${text}»: se espera un número entero de ${low} a ${high}`,
      en: `Cannot read ${name} "${text}": expected a whole number from ${low} to ${high}`,
    })
  return value
}

/** Reads `yes` or `no`. Throws `OperatorError` with the name of the setting. */
export function yesOrNo(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no')
    throw new OperatorError({ es: `No se entiende ${name} «${text}»: se espera yes o no`, en: `Cannot read ${name} "${text}": expected yes or no` })
  return text === 'yes'
}
