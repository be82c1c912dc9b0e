import { join } from 'node:path'
import { root } from './find-node.mjs'

/**
 * The files in which the built program is laid out: what is loaded together at a start lies in one file, since each file is found, read, hashed and linked by
 * itself, which took a third of a start. Each layer holds all that its sources import, but for what an earlier layer holds. What is loaded only when it
 * is asked for (`await import`) stays in files of its own.
 */
const layers = [
  // What every command needs.
  { name: 'command', from: ['server/config/environment.ts', 'server/config/language.ts', 'server/cli.ts'] },
  { name: 'verdict', from: ['server/commands/verify.ts'] },
  { name: 'server', from: ['server/commands/serve.ts'] },
]

/** The layers as groups of Rolldown. */
export function layerGroups() {
  let layerOf
  const layerIn = (id, context) => {
    layerOf ??= layersOver((module) => context.getModuleInfo(module)?.importedIds ?? [])
    return layerOf.get(id)
  }
  return layers.map(({ name }, position) => ({
    name: (id, context) => (layerIn(id, context) === name ? name : null),
    priority: layers.length - position,
  }))
}

/** The layer of each module that a layer holds. */
function layersOver(importedBy) {
  const layerOf = new Map()
  for (const { name, from } of layers) {
    const waiting = from.map((file) => join(root, file))
    for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
      if (layerOf.has(module)) continue
      layerOf.set(module, name)
      waiting.push(...importedBy(module))
    }
  }
  return layerOf
}
