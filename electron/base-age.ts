/** How old the texts of a base are, in words: `de este mes`, `de hace 5 meses`, `de hace 2 años`. */
export function baseAge(referenceDate: string, now: Date): string {
  const [year = 0, month = 1] = referenceDate.split('-').map(Number)
  const months = Math.max(0, (now.getFullYear() - year) * 12 + now.getMonth() + 1 - month)
  if (months === 0) return 'de este mes'
  if (months < 24) return `de hace ${months === 1 ? 'un mes' : `${months} meses`}`
  return `de hace ${Math.floor(months / 12)} años`
}
