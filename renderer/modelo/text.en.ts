import type { modeloEs } from './text.es.ts'

/** The English texts of the page Modelo. */
export const modeloEn: typeof modeloEs = {
  intro: 'Check an IFC model: which elements comply, which do not, and what the model lacks to decide. The model does not leave this service.',
  drop: 'Drop an .ifc file of up to 12 MB here, or choose it.',
  choose: 'Choose a model',
  guide: [
    {
      title: 'What is read',
      lines: [
        'IFC2X3, IFC4 and IFC4X3, of any program.',
        'Walls, slabs, roofs, windows, doors, stairs, ramps, railings, and rooms by their name.',
        'Values of properties and quantities; where they are missing, of the geometry.',
      ],
    },
    {
      title: 'How it is decided',
      lines: [
        'The coordinates propose a municipality; you confirm it or choose another.',
        'What the model does not say is asked once for all the elements that wait for it.',
        'An element complies only if everything is known; otherwise it stays undecided.',
      ],
    },
    {
      title: 'What you get',
      lines: [
        'A row for each check: where the value comes from, the limit and its article.',
        'Report with floor plans (HTML), failures (BCF), table (CSV).',
        'What the model has to carry, as IDS requirements for whoever draws it.',
      ],
    },
  ],
  tooLarge: (name) => `"${name}" is larger than 12 MB: check it with the command "plomada ifc".`,
  proposed: (place) => `The coordinates of the model lie in ${place}.`,
  confirmPlace: 'It is that municipality',
  judgedIn: (place) => `Checked in ${place}`,
  check: 'Check the model',
  results: 'Results of the model',
  total: (count, schema, application) => `${count} checks, of a model in ${schema}${application === '' ? '' : ` from ${application}`}.`,
  show: 'What is shown',
  status: { COMPLIANT: 'Complies', NON_COMPLIANT: 'Does not comply', UNDECIDED: 'Undecided' },
  columns: ['Element of the model', 'What is checked', 'Value and where it comes from', 'Limit', 'Result'],
  noStorey: 'No storey',
  more: (count) => `And ${count} more: save the table to see them all.`,
  allUndecided: 'Nothing is decided yet',
  questions: (count) => `What the model does not say (${count})`,
  answer: 'Answer and check again',
  elements: (count) => (count === 1 ? 'one element waits for this answer' : `${count} elements wait for this answer`),
  save: { html: 'Report with plans (HTML)', bcf: 'Failures (BCF)', ids: 'What the model must carry (IDS)', csv: 'Table (CSV)' },
}
