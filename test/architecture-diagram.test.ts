import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const diagram = /```mermaid\n([\s\S]*?)```/.exec(readFileSync('server/README.md', 'utf8'))?.[1] ?? ''
/** The paths of each box of the diagram, by the name of the box. `folder/*.ts` means the files of a folder that are in no other box. */
const boxes = new Map(
  [...diagram.matchAll(/^ *(\w+)\["([^"]+)"\]$/gm)].map(([, name = '', label = '']) => [name, (label.split('<br>')[0] ?? '').split(', ')] as const),
)
const drawn = [...diagram.matchAll(/^ *(\w+) --> ([\w &]+)$/gm)].flatMap(([, from = '', to = '']) =>
  to.split(' & ').map((one) => `${from} --> ${one}`),
)

const files = ['server', 'kb/compiler', 'scripts', 'renderer', 'electron'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name)),
)

test('every source file belongs to a box of the architecture diagram, and no box is empty', () => {
  expect(boxes.size).toBeGreaterThan(0)
  expect(files.filter((file) => boxOf(file) === undefined)).toEqual([])
  expect([...boxes.keys()].filter((box) => !files.some((file) => boxOf(file) === box))).toEqual([])
})

test('the arrows of the architecture diagram are the imports of the sources, without those that follow from other arrows', () => {
  const real = imports()
  for (const [box, reached] of real) expect(reachedFrom(real, reached), `${box} imports itself by way of others`).not.toContain(box)
  const needed = [...real].flatMap(([from, direct]) =>
    [...direct].filter((to) => ![...direct].some((by) => by !== to && reachedFrom(real, [by]).has(to))).map((to) => `${from} --> ${to}`),
  )
  expect(drawn.toSorted()).toEqual(needed.toSorted())
})

/** The box of a file: the one with the longest matching path. */
function boxOf(file: string): string | undefined {
  const lengths = [...boxes].map(([box, paths]) => ({
    box,
    length: Math.max(
      ...paths.map((path) => {
        if (path.endsWith('/*.ts')) return dirname(file) === path.slice(0, -5) ? 1 : 0
        return file === path || (path.endsWith('/') && file.startsWith(path)) ? path.length : 0
      }),
    ),
  }))
  return lengths.filter(({ length }) => length > 0).toSorted((one, other) => other.length - one.length)[0]?.box
}

/** The boxes that each box imports at run time, without imports of types. */
function imports(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map([...boxes.keys()].map((box) => [box, new Set<string>()]))
  for (const file of files) {
    const from = boxOf(file) ?? ''
    const source = readFileSync(file, 'utf8')
    for (const [, path = '', late = path] of source.matchAll(
      /^(?:import|export) (?!type )(?:[^'"]*? from )?['"](\.[^'"]+)['"]|\bimport\(\s*['"](\.[^'"]+)['"]/gm,
    )) {
      const to = boxOf(join(dirname(file), late))
      if (to !== undefined && to !== from) found.get(from)?.add(to)
    }
  }
  return found
}

/** The boxes reachable from the given boxes over one or more arrows. */
function reachedFrom(graph: ReadonlyMap<string, ReadonlySet<string>>, from: Iterable<string>): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...from]
  for (let box = open.pop(); box !== undefined; box = open.pop())
    for (const next of graph.get(box) ?? [])
      if (!reached.has(next)) {
        reached.add(next)
        open.push(next)
      }
  return reached
}
