import { spanish } from '../ifc/measured.ts'
import { resultWords } from '../ifc/report-csv.ts'
import type { ModelReport, ModelResult } from '../ifc/report-schema.ts'
import { columns } from './terminal.ts'

const mostNameCharacters = 40
const headings = ['planta', 'elemento', 'nombre', 'parámetro', 'valor', 'límite', 'resultado', 'origen', 'GlobalId']

/** A report as text: the table by storey and element, what is asked, and what was not checked. */
export function reportText(report: ModelReport): string {
  const { place, questions, without_rule, not_checked, faults } = report
  const where = place.geo_id === null ? 'sin lugar: no se juzga nada' : `${place.name} (${place.geo_id})`
  const lines = [
    `${report.file}, ${report.schema}${report.application === '' ? '' : `, ${report.application}`}. Lugar: ${where}`,
    ...faults.map((fault) => `AVISO: ${fault}`),
    '',
    columns(headings, report.results.map(row)),
    ...section(
      'Preguntas',
      questions.map(({ text, how, count, classes }) => `${count === 0 ? '' : `${count} × ${classes.join(', ')}: `}${text}  →  ${how}`),
    ),
    ...section(
      'Sin límite que aplicar',
      without_rule.map(({ element, parameter, count, detail }) => `${count} × ${element} · ${parameter}: ${detail}`),
    ),
    ...section(
      'Sin comprobar',
      not_checked.map(
        (one) => `${one.count} × ${one.class}${one.predefined === '' ? '' : ` ${one.predefined}`}${one.reason === '' ? '' : `: ${one.reason}`}`,
      ),
    ),
  ]
  return lines.join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
}

function row({ storey, element, name, parameter, value, unit, bound, limit, status, source, global_id }: ModelResult): string[] {
  const figure = `${{ exact: '', upper: '≤ ', lower: '≥ ' }[bound]}${spanish(value)}${unit === '1' ? '' : ` ${unit}`}`
  return [storey, element, name.slice(0, mostNameCharacters), parameter, figure, limit, resultWords[status], source, global_id]
}
