import type { Text } from '../errors/language.ts'

/** What the command line asks a person at the terminal. */
export const questions = {
  namesakes: (count: number, name: string): Text => ({
    es: `Hay ${count} municipios llamados «${name}»:`,
    en: `${count} municipalities are called "${name}":`,
  }),
  noPlace: (name: string): Text => ({
    es: `Ningún municipio se llama «${name}». Quizá uno de estos:`,
    en: `No municipality is called "${name}". Perhaps one of these:`,
  }),
  which: { es: '¿Cuál? Su número, u otro nombre: ', en: 'Which one? Its number, or another name: ' },
} as const

/** What `verify` asks step by step. */
export const steps = {
  start: {
    es: 'Una comprobación, paso a paso. El tabulador completa los nombres; Ctrl+C la deja.',
    en: 'One check, step by step. The tab key completes names; Ctrl+C leaves it.',
  },
  element: { es: '¿Qué se comprueba? (cubierta plana, escalera, puerta…): ', en: 'What is checked? (flat roof, stair, door…): ' },
  parameter: { es: '¿Qué se mide? Su número o su nombre: ', en: 'What is measured? Its number or name: ' },
  place: { es: '¿En qué municipio? ', en: 'In which municipality? ' },
  class: (examples: string): Text => ({ es: `¿Qué clase tiene? (${examples}): `, en: `Which class does it have? (${examples}): ` }),
  value: (unit: string): Text =>
    unit === '' || unit === '1'
      ? { es: '¿Qué valor tiene? ', en: 'Which value does it have? ' }
      : { es: `¿Qué valor tiene, en ${unit} o con otra unidad? `, en: `Which value does it have, in ${unit} or with another unit? ` },
  count: { es: '¿Cuántos hay? ', en: 'How many are there? ' },
  unit: (unit: string): Text => ({ es: `¿En ${unit}? Intro si es así; si no, la unidad: `, en: `In ${unit}? Enter if so; if not, the unit: ` }),
  missing: { es: 'Faltan datos para decidir. Intro en el que no se sepa.', en: 'Some data are missing to decide. Enter where one is not known.' },
  datum: { es: 'Su número o su nombre: ', en: 'Its number or name: ' },
  number: (unit: string): Text =>
    unit === '' ? { es: 'Un número: ', en: 'A number: ' } : { es: `Un número, en ${unit}: `, en: `A number, in ${unit}: ` },
  yesNo: { es: '¿Sí o no? ', en: 'Yes or no? ' },
  notYesNo: { es: 'Se espera sí o no.', en: 'Expected yes or no.' },
  notNumber: { es: 'Se espera un número, como 2,5.', en: 'Expected a number, such as 2.5.' },
  several: { es: 'Puede ser uno de estos:', en: 'It may be one of these:' },
  more: (count: number): Text => ({ es: `  … y ${count} más: escriba algo más del nombre`, en: `  … and ${count} more: type more of the name` }),
  none: (typed: string): Text => ({ es: `Nada se llama «${typed}».`, en: `Nothing is called "${typed}".` }),
  empty: { es: 'Hace falta una respuesta; Ctrl+C lo deja.', en: 'An answer is needed; Ctrl+C leaves.' },
  sameInOneLine: { es: 'La misma comprobación, en una línea:', en: 'The same check, in one line:' },
} as const
