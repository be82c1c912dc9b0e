import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The real lists, reduced to three provinces so that compiling is fast.
const geography = readdirSync('kb/geo')
  .filter((name) => name.includes('.'))
  .map((name) => {
    const text = readFileSync(join('kb/geo', name), 'utf8')
    const isKept = (line: string, index: number): boolean => index === 0 || /^(?:(?:01|08|28)\D|0100|0105|0801|2807)/.test(line)
    const isWhole = name.endsWith('.yaml') || name.startsWith('comunidades') || name.startsWith('normativa')
    return [name, isWhole ? text : text.split('\n').filter(isKept).join('\n')] as const
  })

/** Writes the geography of Álava, Barcelona and Madrid into the `geo` folder of a knowledge base. */
export function writeSmallGeography(root: string): void {
  mkdirSync(join(root, 'geo'), { recursive: true })
  for (const [name, text] of geography) writeFileSync(join(root, 'geo', name), text)
}
