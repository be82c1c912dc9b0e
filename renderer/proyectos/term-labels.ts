import { type Option, optionMeant } from '../shared/options.ts'

/** Returns a function that gives the label of an option, by any of its names. A name of none is shown in words; each is looked up once. */
export function labelsOf(options: readonly Option[]): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const label = known.get(name) ?? optionMeant(options, name)?.label ?? optionMeant(options, inWords(name))?.label ?? inWords(name)
    known.set(name, label)
    return label
  }
}

/** `Pieza de remate` for `pieza-de-remate`; any other text as it is. */
function inWords(name: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name
  const words = name.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
