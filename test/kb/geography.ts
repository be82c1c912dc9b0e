import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The real lists, cut to three provinces with few municipalities so that each compilation is quick.
const geography = readdirSync('kb/geo').map((name) => {
  const text = readFileSync(join('kb/geo', name), 'utf8')
  const isKept = (line: string, index: number): boolean => index === 0 || /^(?:(?:01|08|28)\D|0100|0105|0801|2807)/.test(line)
  const isWhole = name.endsWith('.yaml') || name.startsWith('comunidades') || name.startsWith('normativa')
  return [name, isWhole ? text : text.split('\n').filter(isKept).join('\n')] as const
})

/** Writes the lists of places, with some of Álava, Barcelona and Madrid, into the `geo` folder of a base. */
export function writeSmallGeography(root: string): void {
  mkdirSync(join(root, 'geo'), { recursive: true })
  for (const [name, text] of geography) writeFileSync(join(root, 'geo', name), text)
}
