import type { inicioEs } from './text.es.ts'

/** The English texts of the home page. */
export const inicioEn: typeof inicioEs = {
  label: 'What do you want to check?',
  placeholder: 'cubierta plana 0,5 en Burgos a 1000 m',
  help: 'A value with its element and place, a section, a municipality, a document, a project or a question.',
  results: 'What it may be',
  tryThese: 'Try',
  examples: ['cubierta plana 0,5 en Burgos a 1000 m', 'u fachada burgos', 'SI 3', 'radón Ávila', 'What height must a railing have?'],
  assumed: (place) => `The line names no municipality: ${place}, the last one used, is taken.`,
  recent: 'Recent work',
  projects: 'Projects',
  allProjects: 'All projects',
  reading: 'Reading…',
  noProjects: 'A project gathers the checks of a building, says which are missing and gives the compliance report.',
  newProject: 'Begin a project',
  news: 'Newest in the base',
  base: (version, day) => `Base ${version}, as of ${day}`,
  since: (day) => `since ${day}`,
  kinds: {
    check: 'Verify',
    limit: 'Limits',
    place: 'Municipalities',
    article: 'Articles',
    document: 'Documents',
    project: 'Projects',
    question: 'Ask',
  },
  status: { COMPLIANT: 'Complies', NON_COMPLIANT: 'Does not comply', UNDECIDED: 'Data missing' },
}
