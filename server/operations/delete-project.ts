import { z } from 'zod'
import { binDays } from '../access/project-bin.ts'
import { operation } from './operation.ts'
import { authorOf, exampleProjectId, projectIdField, unknownProject } from './stored-project.ts'

/** Puts a project in the bin. */
export const deleteProject = operation({
  method: 'DELETE',
  path: '/api/v1/proyectos/{id}',
  writes: true,
  scope: 'verify',
  tag: 'projects',
  summary: 'Delete a project',
  description: `The project goes to the bin, from which it can be recovered for ${binDays} days. To erase it at once, erase it there too.`,
  input: z.strictObject({ id: projectIdField }),
  output: z.object({ id: projectIdField }),
  problems: ['out-of-reach', 'unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  async run(context, input) {
    if (!(await context.store.projects.delete(input.id, authorOf(context.who)))) throw unknownProject(input.id)
    return { id: input.id }
  },
})
