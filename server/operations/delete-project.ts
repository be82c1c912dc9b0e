import { z } from 'zod'
import { operation } from './operation.ts'
import { exampleProjectId, projectIdField, unknownProject } from './stored-project.ts'

/** Deletes a project for good. */
export const deleteProject = operation({
  method: 'DELETE',
  path: '/api/v1/proyectos/{id}',
  writes: true,
  scope: 'verify',
  tag: 'projects',
  summary: 'Delete a project',
  description: 'A deleted project cannot be restored: export it first if it should be kept.',
  input: z.strictObject({ id: projectIdField }),
  output: z.object({ id: projectIdField }),
  problems: ['out-of-reach', 'unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  async run(context, input) {
    if (!(await context.store.projects.delete(input.id))) throw unknownProject(input.id)
    return { id: input.id }
  },
})
