import { xmlText } from '../batch/xml-text.ts'
import { type Mark, planSvg } from './plan-svg.ts'
import { resultWords } from './report-csv.ts'
import type { ModelReport, ModelResult } from './report-schema.ts'
import { valueText } from './result-text.ts'

const style = `body{font:15px/1.45 "IBM Plex Sans",system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1c2126}
table{border-collapse:collapse;width:100%;margin:1rem 0;font-size:13px}th,td{border-bottom:1px solid #d4d9de;padding:.3rem .5rem;text-align:left;vertical-align:top}
th{background:#eef1f4}.NON_COMPLIANT{color:#8f1a10;font-weight:600}.COMPLIANT{color:#14592c}.UNDECIDED{color:#664700}code{font-size:12px}
table{table-layout:auto}td{overflow-wrap:anywhere}svg{max-width:100%;max-height:85vh;display:block;border:1px solid #d4d9de}.space{fill:#f5f7f9;stroke:#8c929a}.part{fill:#d4d9de;stroke:#555d66}.fails{fill:#f4b7aa;stroke:#b02014;stroke-width:2.5}
.open{fill:#f7e3b0}.room{font-size:11px;text-anchor:middle;fill:#555d66}.number{font-size:13px;font-weight:600;text-anchor:middle;fill:#8f1a10}`

/** The report as one HTML file without anything from elsewhere: results by storey with a plan of each, what is asked, and what was not checked. */
export function reportHtml(report: ModelReport): string {
  const { summary, place, faults, results, storeys } = report
  const where = place.geo_id === null ? 'Lugar sin confirmar: no se juzga nada' : `${place.name} (${place.geo_id})`
  const conditions = Object.entries(report.context).map(([name, value]) => `${name}: ${value}`)
  const named = new Set(storeys.map(({ name }) => name))
  const elsewhere = results.filter(({ storey }) => !named.has(storey))
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${xmlText(`Comprobación de ${report.file}`)}</title><style>${style}</style></head><body>
<h1>Comprobación de ${xmlText(report.file)}</h1>
<p>${xmlText([report.project, report.schema, report.application].filter((text) => text !== '').join(', '))}. ${xmlText(where)}. A fecha de ${report.as_of}. Base ${xmlText(`${report.kb.id} ${report.kb.version}`)}.</p>
<p>${xmlText(conditions.join('; '))}</p>
<p><strong>${summary.total} comprobaciones: ${summary.compliant} cumplen, ${summary.non_compliant} no cumplen, ${summary.undecided} sin decidir.</strong> Un valor con ≤ es nominal: el real es ese o menor, y puede incumplir pero no cumplir.</p>
${faults.map((fault) => `<p class="UNDECIDED">${xmlText(fault)}</p>`).join('\n')}
${storeys.map((storey) => storeySection(report, storey)).join('\n')}
${elsewhere.length === 0 ? '' : `<h2>Sin planta</h2>${resultTable(elsewhere)}`}
${list(
  'Preguntas',
  report.questions.map(({ text, how, count, classes }) => `${count === 0 ? '' : `${count} × ${classes.join(', ')}: `}${text} → ${how}`),
)}
${list(
  'Sin límite que aplicar',
  report.without_rule.map(({ element, parameter, count, detail }) => `${count} × ${element} · ${parameter}: ${detail}`),
)}
${list(
  'Sin comprobar',
  report.not_checked.map((one) => `${one.count} × ${one.class} ${one.predefined} ${one.reason}`),
)}
${report.notes.length === 0 ? '' : `<h2>Notas</h2><ol>${report.notes.map((note, index) => `<li id="n${index + 1}">${xmlText(note)}</li>`).join('\n')}</ol>`}
</body></html>
`
}

function storeySection({ results, shapes }: ModelReport, storey: ModelReport['storeys'][number]): string {
  const own = results.filter(({ storey: name }) => name === storey.name)
  const drawn = shapes.filter((shape) => shape.storey === storey.global_id)
  const title = `Planta de ${storey.name}`
  const height = storey.elevation_m === null ? '' : ` (${storey.elevation_m.toFixed(2).replace('.', ',').replace('-0,00', '0,00')} m)`
  const plan = planSvg(drawn, marksOf(own), title)
  return own.length === 0 && plan === '' ? '' : `<h2>${xmlText(`${storey.name}${height}`)}</h2>\n${plan}\n${own.length === 0 ? '' : resultTable(own)}`
}

/** The worst result of each element, and the numbers of those that fail. */
function marksOf(results: readonly ModelResult[]): ReadonlyMap<string, { readonly mark: Mark; readonly numbers: readonly number[] }> {
  return new Map(
    [...Map.groupBy(results, ({ global_id }) => global_id)].map(([id, all]) => {
      const failed = all.filter(({ status }) => status === 'NON_COMPLIANT').map(({ number }) => number)
      const mark: Mark = failed.length > 0 ? 'fails' : all.some(({ status }) => status === 'UNDECIDED') ? 'open' : 'complies'
      return [id, { mark, numbers: failed }] as const
    }),
  )
}

function resultTable(results: readonly ModelResult[]): string {
  const headings = ['n.º', 'elemento', 'nombre', 'parámetro', 'valor', 'límite', 'resultado', 'norma', 'origen', 'GlobalId']
  const rows = results.map((one) => {
    const why = one.detail === '' ? '' : `<br>${xmlText(one.detail)}`
    const numbers = one.notes.map((place) => place + 1).map((number) => `<a href="#n${number}">${number}</a>`)
    const noted = numbers.length === 0 ? '' : `<br><small>Notas ${numbers.join(', ')}</small>`
    const cells = [String(one.number), one.element_label, one.name, one.parameter_label, valueText(one), one.limit].map(
      (cell) => `<td>${xmlText(cell)}</td>`,
    )
    const result = `<td><span class="${one.status}">${resultWords[one.status]}</span>${why}${noted}</td>`
    return `<tr>${cells.join('')}${result}<td>${xmlText(one.citation)}</td><td>${xmlText(one.source)}</td><td><code>${xmlText(one.global_id)}</code></td></tr>`
  })
  return `<table><thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<h2>${title}</h2><ul>${lines.map((line) => `<li>${xmlText(line)}</li>`).join('\n')}</ul>`
}
