import { z } from 'zod'
import { operation } from './operation.ts'
import { exampleProjectId, projectIdField, unknownProject } from './stored-project.ts'

/** Erases a project in the bin for good. */
export const purgeProject = operation({
  method: 'DELETE',
  path: '/api/v1/papelera/{id}',
  writes: true,
  scope: 'verify',
  tag: 'projects',
  summary: 'Erase a deleted project',
  description: 'The project and its revisions are erased from the database. Only a project in the bin can be erased; nothing brings it back.',
  input: z.strictObject({ id: projectIdField }),
  output: z.object({ id: projectIdField }),
  problems: ['out-of-reach', 'unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  async run({ store }, { id }) {
    if (!(await store.projects.purge(id))) throw unknownProject(id)
    return { id }
  },
})
