/** An ISO day as Spanish texts write it: `14-06-2022`. */
export function spanishDay(iso: string): string {
  return iso.split('-').reverse().join('-')
}
