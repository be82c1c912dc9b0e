import type { Text } from '../errors/language.ts'

/** What the command line asks a person at the terminal. */
export const questions = {
  namesakes: (count: number, name: string): Text => ({
    es: `Hay ${count} municipios llamados «${name}»:`,
    en: `${count} municipalities are called "${name}":`,
  }),
  which: { es: '¿Cuál? Su número: ', en: 'Which one? Its number: ' },
} as const
