import { z } from 'zod'
import { operation } from './operation.ts'
import { exampleProjectId, projectBody, projectIdField, projectOutput, unknownProject } from './stored-project.ts'

/** Takes a project out of the bin. */
export const recoverProject = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/papelera/{id}/recuperar',
  scope: 'verify',
  tag: 'projects',
  summary: 'Recover a deleted project',
  description: 'The project is in use again, as it was, with its revisions.',
  input: z.strictObject({ id: projectIdField }),
  output: projectOutput,
  problems: ['out-of-reach', 'unknown-project', 'quota-exceeded'],
  examples: { edificio: { id: exampleProjectId } },
  async run({ store }, { id }) {
    const recovered = await store.projects.recover(id)
    if (recovered === undefined) throw unknownProject(id)
    return projectBody(recovered)
  },
})
