import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => JSON.parse(readFileSync(name, 'utf8')) as Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** `node_modules/electron/node_modules/x` is `x`. */
const nameOf = (place: string): string => place.replace(/^.*node_modules\//, '')

test('somebody has looked at each package with an install script, and those that report to their makers run none', () => {
  const { allowScripts = {} } = read('package.json')
  const withScript = Object.entries(read('package-lock.json')['packages'] ?? {}).flatMap(([place, one]) =>
    (one as { readonly hasInstallScript?: boolean }).hasInstallScript === true ? [nameOf(place)] : [],
  )
  expect(withScript.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => !withScript.includes(name))).toEqual([])
  expect(allowScripts).toMatchObject({ '@ibm/plex-sans': false, '@scarf/scarf': false })
})
