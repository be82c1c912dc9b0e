import { resultWords } from '../ifc/report-csv.ts'
import type { ModelReport, ModelResult } from '../ifc/report-schema.ts'
import { valueText } from '../ifc/result-text.ts'
import { columns } from './text-table.ts'

const mostNameCharacters = 40
const headings = ['planta', 'elemento', 'nombre', 'parámetro', 'valor', 'límite', 'resultado', 'origen', 'GlobalId']

/** A report as text, its table in `width` columns: the table by storey and element, what is asked, and what was not checked. */
export function reportText(report: ModelReport, width: number | undefined): string {
  const { place, questions, without_rule, not_checked, faults } = report
  const where = place.geo_id === null ? 'sin lugar: no se juzga nada' : `${place.name} (${place.geo_id})`
  const lines = [
    `${report.file}, ${report.schema}${report.application === '' ? '' : `, ${report.application}`}. Lugar: ${where}`,
    ...faults.map((fault) => `AVISO: ${fault}`),
    '',
    columns(headings, report.results.map(row), width),
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

function row(result: ModelResult): string[] {
  const { storey, element, name, parameter, limit, status, source, global_id } = result
  return [storey, element, name.slice(0, mostNameCharacters), parameter, valueText(result), limit, resultWords[status], source, global_id]
}
