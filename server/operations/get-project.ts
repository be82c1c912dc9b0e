import { z } from 'zod'
import { operation } from './operation.ts'
import { exampleProjectId, projectBody, projectFor, projectIdField, projectOutput } from './stored-project.ts'

/** Returns a stored project. */
export const getProject = operation({
  method: 'GET',
  path: '/api/v1/proyectos/{id}',
  scope: 'read',
  tag: 'projects',
  summary: 'Read a project',
  description:
    '`project` is the part to save in a file: sent to `createProject`, it makes the same project again. A project file has the photographs besides, as `photos`: each as `addPhoto` takes it.',
  input: z.strictObject({ id: projectIdField }),
  output: projectOutput,
  problems: ['unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  async run(context, input) {
    return projectBody(await projectFor(context, input.id))
  },
})
