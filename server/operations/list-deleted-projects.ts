import { z } from 'zod'
import { binDays } from '../access/project-bin.ts'
import { operation } from './operation.ts'
import { authorBody, authorField } from './revision-fields.ts'
import { projectIdField, revisionField } from './stored-project.ts'

/** Lists the projects in the bin. */
export const listDeletedProjects = operation({
  method: 'GET',
  path: '/api/v1/papelera',
  scope: 'read',
  tag: 'projects',
  summary: 'List deleted projects',
  description: `Deleted projects can be recovered for ${binDays} days, the last deleted first; sooner they go only where the bin is full.`,
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        id: projectIdField,
        name: z.string(),
        reference: z.string(),
        geo_id: z.string(),
        checks: z.int().min(0),
        revision: revisionField,
        deleted_at: z.iso.datetime(),
        deleted_by: authorField,
        gone_at: z.iso.datetime().meta({ description: 'When it will be erased' }),
      }),
    ),
    total: z.int(),
  }),
  problems: [],
  examples: { all: {} },
  async run({ store }) {
    const items = (await store.projects.bin()).map(({ deleted_by, ...one }) => ({
      ...one,
      deleted_by: authorBody(deleted_by),
      gone_at: new Date(Date.parse(one.deleted_at) + binDays * 86_400_000).toISOString(),
    }))
    return { items, total: items.length }
  },
})
