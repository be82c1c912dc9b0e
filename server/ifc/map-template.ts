import type { ModelReport } from './report-schema.ts'

/** The questions of a report as a map to fill in: every line is a comment until somebody removes its `#`. */
export function mapTemplate({ questions, file }: Pick<ModelReport, 'questions' | 'file'>): string {
  const of = (kind: ModelReport['questions'][number]['kind']) => questions.filter((one) => one.kind === kind)
  const plain = (text: string): string => text.replace(/\s+/g, ' ')
  return [
    `# Lo que falta para comprobar ${plain(file)}. Quite el # de lo que responda y use el fichero con --map.`,
    'context:',
    ...of('condition').flatMap(({ field, text, allowed, count }) => [
      `  # ${count} elementos: ${plain(text)}`,
      `  # ${field}: ${allowed.length === 0 ? '…' : allowed.map(({ value }) => value).join(' | ')}`,
    ]),
    'rooms:',
    ...of('room').map(({ field, count }) => `  # ${JSON.stringify(field)}: dormitorio   # ${count}; ninguno si no se comprueba`),
    'answers:',
    ...of('fact').flatMap(({ field, text, classes, count, elements }) => [
      `  # ${count} × ${classes.join(', ')}: ${plain(text)} Para unos pocos, global_id: [${JSON.stringify(elements[0] ?? '')}]`,
      `  # - { class: ${classes[0] ?? ''}, facts: { ${field}: true } }`,
    ]),
    '',
  ]
    .join('\n')
    .replace(/^(context|rooms):\n(?=(?: {2}#.*\n)*\S)/gm, '$1: {}\n')
    .replace(/^answers:\n/m, 'answers: []\n')
}
