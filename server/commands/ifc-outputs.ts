import { writeFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { reportBcf } from '../ifc/bcf.ts'
import { reportIds } from '../ifc/ids.ts'
import { mapTemplate } from '../ifc/map-template.ts'
import { reportCsv } from '../ifc/report-csv.ts'
import { reportHtml } from '../ifc/report-html.ts'
import { reportProject } from '../ifc/report-project.ts'
import type { ModelReport } from '../ifc/report-schema.ts'
import { createProject } from '../operations/create-project.ts'
import { answerOf, type Local } from './local-service.ts'
import type { Json } from './problem-text.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** The files that `ifc` writes, by flag. `project` is a file if it ends in `.json`, else the name of a project to store. */
export interface Outputs {
  readonly out?: string | undefined
  readonly bcf?: string | undefined
  readonly ids?: string | undefined
  readonly project?: string | undefined
  readonly questions?: string | undefined
}

const writers: Readonly<Record<string, (report: ModelReport) => string>> = {
  '.html': reportHtml,
  '.csv': reportCsv,
  '.json': (report) => `${JSON.stringify(report, null, 2)}\n`,
}
const endings: Readonly<Record<'bcf' | 'ids' | 'out' | 'project' | 'questions', readonly string[]>> = {
  questions: ['.yaml', '.yml'],
  project: ['.json'],
  bcf: ['.bcfzip', '.bcf'],
  ids: ['.ids', '.xml'],
  out: Object.keys(writers),
}

/** True if a project is to be stored in the data folder. */
export function isStored({ project }: Outputs): boolean {
  return project !== undefined && extname(project).toLowerCase() !== '.json'
}

/** Looks at the names of the files before anything is read. Throws `UsageError` for a wrong ending, a file named twice, and the model itself. */
export function checkOutputs(model: string, outputs: Outputs): void {
  const seen = new Map([[resolve(model), { es: 'el modelo que se lee', en: 'the model that is read' }]])
  for (const [flag, allowed] of Object.entries(endings)) {
    const file = outputs[flag as keyof typeof endings]
    if (file === undefined || (flag === 'project' && isStored({ project: file }))) continue
    if (!allowed.includes(extname(file).toLowerCase()))
      throw new UsageError({
        es: `--${flag} «${file}»: se espera un fichero ${allowed.join(', ')}`,
        en: `--${flag} "${file}": expected a file of ${allowed.join(', ')}`,
      })
    const taken = seen.get(resolve(file))
    if (taken !== undefined) throw new UsageError({ es: `--${flag} «${file}» es ${taken.es}`, en: `--${flag} "${file}" is ${taken.en}` })
    seen.set(resolve(file), { es: `también el fichero de --${flag}`, en: `also the file of --${flag}` })
  }
}

/** Writes the files that were asked for, and stores the project. */
export async function writeOutputs(report: ModelReport, outputs: Outputs, local: Local, terminal: Terminal): Promise<void> {
  const { out, bcf, ids, project, questions } = outputs
  if (questions !== undefined) writeFileSync(questions, mapTemplate(report))
  if (out !== undefined) writeFileSync(out, writers[extname(out).toLowerCase()]?.(report) ?? '')
  if (bcf !== undefined) writeFileSync(bcf, reportBcf(report))
  if (ids !== undefined) writeFileSync(ids, reportIds(report))
  if (project !== undefined) await writeProject(report, project, local, terminal)
}

async function writeProject(report: ModelReport, project: string, local: Local, terminal: Terminal): Promise<void> {
  const isFile = !isStored({ project })
  const document = reportProject(report, isFile ? report.project || report.file : project)
  if (document === undefined)
    throw new OperatorError({
      es: 'Un proyecto necesita un lugar: --geo, o --confirm-place',
      en: 'A project needs a place: --geo, or --confirm-place',
    })
  if (isFile) return writeFileSync(project, `${JSON.stringify(document, null, 2)}\n`)
  const { ok, body } = await answerOf(await local.fetch(createProject.path, document as unknown as Json))
  if (!ok)
    throw new OperatorError({ es: `El proyecto no se guarda: ${String(body['detail'])}`, en: `The project is not stored: ${String(body['detail'])}` })
  terminal.err({ es: `Proyecto guardado: ${String(body['id'])}`, en: `Project stored: ${String(body['id'])}` }[terminal.language])
}
