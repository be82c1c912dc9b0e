import type { Outputs } from '../api.ts'
import type { proyectosEs } from './text.es.ts'

/** Who changed a project, in words. */
export function authorName(by: Outputs['listRevisions']['items'][number]['by'], words: typeof proyectosEs): string {
  if (by === null) return words.somebody
  return by.kind === 'key' ? (by.name ?? '') : words.thisMachine
}
