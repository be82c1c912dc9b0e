import { z } from 'zod'
import { parseGeoId } from '../engine/geo-id.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { cursorField } from './fields.ts'
import { operation } from './operation.ts'
import { pageOf } from './paging.ts'
import { projectIdField, projectStamps } from './stored-project.ts'

/** Lists projects, the most recently changed first. */
export const listProjects = operation({
  method: 'GET',
  path: '/api/v1/proyectos',
  scope: 'read',
  tag: 'projects',
  summary: 'List projects',
  description: 'The most recently changed first; without `limit`, all of them.',
  input: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).optional(), cursor: cursorField.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        id: projectIdField,
        name: z.string(),
        reference: z.string(),
        geo_id: z.string(),
        place: z.string().nullable().meta({ description: 'Name of the place; null if this base has no place with that code' }),
        checks: z.int().min(0),
        ...projectStamps,
      }),
    ),
    total: z.int(),
    next_cursor: z.string().nullable(),
  }),
  problems: ['cursor-invalid', 'cursor-stale'],
  examples: { all: {} },
  async run({ kb, store }, { limit, cursor }) {
    const page = pageOf(await store.projects.list(), { limit, cursor, query: 'proyectos', pack: kb.meta.sha256 })
    return { ...page, items: page.items.map((line) => ({ ...line, place: placeName(kb, line.geo_id) })) }
  },
})

function placeName(kb: KnowledgeBase, geoId: string): string | null {
  const parsed = parseGeoId(geoId)
  return (parsed === undefined ? undefined : kb.geography.place(parsed)?.name) ?? null
}
