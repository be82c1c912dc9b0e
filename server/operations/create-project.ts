import { mostBytesOfChecks } from './fields.ts'
import { operation } from './operation.ts'
import { placeFor } from './place-for.ts'
import { projectDocument } from './project-schema.ts'
import { authorOf, exampleProject, projectBody, projectOutput } from './stored-project.ts'

/** Stores a new or imported project. */
export const createProject = operation({
  method: 'POST',
  path: '/api/v1/proyectos',
  writes: true,
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'projects',
  summary: 'Store a project',
  description:
    'The body is the project itself, in the same form as an exported file without its `photos`, which `addPhoto` takes. Verdicts are not stored.',
  input: projectDocument,
  output: projectOutput,
  problems: ['out-of-reach', 'unknown-municipality', 'quota-exceeded'],
  examples: { edificio: exampleProject },
  async run({ kb, store, who }, project) {
    placeFor(kb, project.geo_id)
    return projectBody(await store.projects.create(JSON.stringify(project), authorOf(who)))
  },
})
