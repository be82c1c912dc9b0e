import type { preguntarEs } from './text.es.ts'

/** The English texts of the page Preguntar. */
export const preguntarEn: typeof preguntarEs = {
  label: 'Question',
  help: 'In Spanish: name the element, what is measured and, where it matters, the place.',
  helpNext: 'In Spanish. You can go on from what you asked before: «¿y en un hospital?».',
  ask: 'Ask',
  examples: 'Examples',
  samples: [
    '¿Qué transmitancia máxima admite una cubierta plana en Madrid?',
    '¿Qué huella mínima tiene una escalera?',
    '¿Cumple una barandilla de 80 cm de altura con un desnivel de 5 m?',
    '¿Hace falta protección frente al radón en Ávila?',
  ],
  another: 'New conversation',
  tookOver: 'Earlier questions were taken into account:',
  sources: 'Sources',
  refusal: 'I do not know',
  nearest: 'What comes nearest',
  missing: 'It depends on something the question does not say',
  columns: { what: 'Case', limit: 'Limit', where: 'Where' },
  bestClass: (name) => `class ${name} or better`,
  and: ' and ',
  missingFigure: 'depends on the case',
  beside: 'Read it here beside',
  verifyThis: 'Verify this',
  reader: 'Cited article',
  closeReader: 'Close the article',
}
