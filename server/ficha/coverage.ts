import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Typesetter } from './fallback-font.ts'
import type { Ficha } from './model.ts'
import { grey, hairlines } from './table-rows.ts'

type Coverage = Ficha['requirements'][number]

/** How much of what applies to the building has a check, by document, and the open sections of the documents without any check. */
export function coverage({ requirements, checks }: Ficha, type: Typesetter): Content[] {
  if (requirements.length === 0) return []
  const sum = (of: (one: Coverage) => number): number => requirements.reduce((total, one) => total + of(one), 0)
  const [all, checked] = [sum(({ applies, depends }) => applies + depends), sum((one) => one.checked)]
  const untouched = requirements.filter(({ document }) => !checks.some((check) => check.document === document))
  return [
    {
      text: `Con los datos del edificio rigen o dependen de otros datos ${all} exigencias; ${checked} tienen comprobación en esta ficha. Las demás quedan abiertas: la ficha no dice nada de ellas.`,
      margin: [0, 0, 0, 6],
    },
    coverageTable(requirements, type),
    ...untouched.flatMap((one) => openSections(one, type, one.document)),
  ]
}

function coverageTable(requirements: readonly Coverage[], type: Typesetter): Content {
  const headings = ['Norma', 'Rigen', 'Dependen de datos', 'Con comprobación', 'Abiertas']
  return {
    fontSize: 8,
    margin: [0, 0, 0, 8],
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: [231, 50, 62, 62, 50],
      body: [
        headings.map((text, column): TableCell => ({ text, bold: true, alignment: column === 0 ? 'left' : 'right' })),
        ...requirements.map(({ document, version, applies, depends, checked }): TableCell[] => [
          { text: type.set(version === '' ? document : `${document} (${version})`) },
          ...[applies, depends, checked, applies + depends - checked].map((count): TableCell => ({ text: String(count), alignment: 'right' })),
        ]),
      ],
    },
    layout: hairlines,
  }
}

/** The sections of a document with requirements that no check is on, in one paragraph; nothing if there is none. `title` is printed before it. */
export function openSections(one: Coverage | undefined, type: Typesetter, title = ''): Content[] {
  if (one === undefined || one.open.length === 0) return []
  const sections = one.open.map(({ section, count }) => `${section} (${count})`).join('; ')
  return [
    {
      text: [
        { text: type.set(`${title === '' ? '' : `${title}. `}Sin comprobación: `) },
        { text: type.set(`${sections}. Entre paréntesis, las exigencias abiertas de cada apartado.`) },
      ],
      fontSize: 8,
      color: grey,
      margin: [0, 0, 0, 10],
    },
  ]
}
