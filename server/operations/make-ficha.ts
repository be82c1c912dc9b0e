import { z } from 'zod'
import type { Office } from '../access/office.ts'
import { xlsxType } from '../batch/write-xlsx.ts'
import { version } from '../config/version.ts'
import type { Verification } from '../engine/schema.ts'
import { fichaCsv } from '../ficha/csv.ts'
import { docxType, fichaDocx } from '../ficha/docx.ts'
import { type Datum, type Ficha, type FichaCheck, fichaModel } from '../ficha/model.ts'
import { fichaPdf } from '../ficha/pdf.ts'
import { fichaXlsx } from '../ficha/xlsx.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { codeOrder } from './code-order.ts'
import { fichaCheck } from './ficha-check.ts'
import { buildingData } from './ficha-data.ts'
import { fichaPhotos } from './ficha-photos.ts'
import { fichaRequirements } from './ficha-requirements.ts'
import { dayField, mostBytesOfChecks } from './fields.ts'
import { type Context, fileOperation } from './operation.ts'
import { placeFor } from './place-for.ts'
import { type ProjectDocument, projectDocument } from './project-schema.ts'
import { projectIdField } from './stored-project.ts'

/** The explanation of each kind of verification, as the ficha prints it. */
const verifications: Readonly<Record<Verification, string>> = {
  official_text: 'cifra leída en el texto oficial',
  two_readers: 'cifra leída por dos lectores independientes, que coinciden',
  single_reader: 'cifra de un solo lector: ha de cotejarse con el texto oficial',
  unverified: 'cifra sin verificar',
}

/** Makes the ficha justificativa of a project: PDF to sign, DOCX to edit, XLSX and CSV for a spreadsheet, JSON for programs. */
export const makeFicha = fileOperation({
  method: 'POST',
  path: '/api/v1/ficha',
  mostBodyBytes: mostBytesOfChecks,
  scope: 'verify',
  tag: 'projects',
  summary: 'The ficha justificativa of a project, as PDF, DOCX, XLSX, CSV or JSON',
  description:
    'Verifies every check of the project and makes the document that justifies the results. Nothing is stored. Deterministic: the same project, day of issue, letterhead and knowledge base give the same bytes. Checks are printed by document in the order of the code, with the sections where requirements are left open. A check that cannot be decided is printed with the missing data. While a check is undecided the ficha says that it is a draft. `format`, or else `Accept`, chooses PDF (the default), DOCX, XLSX, CSV or JSON.',
  input: z.strictObject({
    project: projectDocument,
    format: z.enum(['pdf', 'docx', 'xlsx', 'csv', 'json']).optional().meta({ description: 'Default: what `Accept` prefers, else pdf' }),
    photos_of: projectIdField
      .optional()
      .meta({ description: 'A stored project: PDF and DOCX print the photographs of its checks, without their metadata' }),
    issued_on: dayField.optional().meta({ description: 'Day of issue to print. Absent: left blank, to be filled in by hand' }),
  }),
  output: fichaModel,
  files: {
    pdf: { type: 'application/pdf', name: ({ project }) => `${project.name}.pdf`, write: fichaPdf },
    docx: { type: docxType, name: ({ project }) => `${project.name}.docx`, write: fichaDocx },
    xlsx: { type: xlsxType, name: ({ project }) => `${project.name}.xlsx`, write: fichaXlsx },
    csv: { type: 'text/csv; charset=utf-8', name: ({ project }) => `${project.name}.csv`, write: fichaCsv },
  },
  problems: ['unknown-municipality', 'unknown-project'],
  examples: {
    vivienda: {
      format: 'json',
      project: {
        name: 'Vivienda unifamiliar',
        geo_id: 'ES-28079',
        checks: [
          {
            id: 'cubierta',
            element: 'cubierta-plana',
            parameter: 'transmitancia-termica',
            value: 0.5,
            unit: 'W/m²K',
            codes: [{ slug: 'cte-db-he' }],
          },
        ],
      },
    },
  },
  run(context, { project, issued_on, photos_of }) {
    return fichaOf(context, project, { issuedOn: issued_on, photosOf: photos_of })
  },
})

interface Wanted {
  readonly issuedOn: string | undefined
  readonly photosOf: string | undefined
}

async function fichaOf(context: Context, project: ProjectDocument, { issuedOn, photosOf }: Wanted): Promise<Ficha> {
  const { kb } = context
  const { geoId, name, record } = placeFor(kb, project.geo_id, '/project/geo_id')
  const checks = inCodeOrder(context, project)
  const count = (result: FichaCheck['result']): number => checks.filter((check) => check.result === result).length
  const used = new Set(checks.flatMap(({ rules }) => rules.map(({ regulation }) => regulation.verification)))
  const { id, version: edition, sha256, referenceDate } = kb.meta
  return {
    project: {
      name: project.name,
      reference: project.reference,
      site: project.site,
      developer: project.developer,
      author: project.author,
      notes: project.notes,
    },
    place: {
      geo_id: geoId,
      name,
      provincia: kb.geography.provinces.find(({ code }) => code === record.province)?.name ?? '',
      comunidad: kb.geography.communities.find(({ code }) => code === record.ccaa)?.name ?? '',
    },
    office: letterheadOf(await context.store.office.get()),
    is_draft: checks.length === 0 || count('UNDECIDED') > 0,
    issued_on: issuedOn ?? null,
    as_of: project.as_of ?? referenceDate,
    zones: zonesOf(checks, kb),
    conditions: buildingData(project, kb),
    summary: { total: checks.length, compliant: count('COMPLIANT'), non_compliant: count('NON_COMPLIANT'), undecided: count('UNDECIDED') },
    checks,
    requirements: fichaRequirements(kb, project),
    ...(await fichaPhotos(context, photosOf, checks)),
    verifications: Object.entries(verifications).flatMap(([kind, meaning]) => (used.has(kind) ? [{ id: kind, meaning }] : [])),
    kb: { id, version: edition, sha256 },
    service_version: version,
  }
}

/** The checks in the order of the code and, within a section, of the project, with their numbers in the project. Those without a rule in the base are the last. */
function inCodeOrder(context: Context, project: ProjectDocument): FichaCheck[] {
  const { book } = context.kb
  const compare = codeOrder(book)
  return project.checks
    .map((check, index) => ({ ...fichaCheck(context, project, check), number: index + 1 }))
    .toSorted(({ place: left = nowhere }, { place: right = nowhere }) => compare(left, right))
    .map(({ row, place, number }) => ({ ...row, number, document: book.documents.get(place?.document ?? '')?.title ?? '' }))
}

const nowhere = { document: '' }

function letterheadOf(office: Office | undefined): Ficha['office'] {
  if (office === undefined) return null
  const { name, address, logo } = office
  return { name, address, logo: logo === null ? null : `data:${logo.type};base64,${logo.base64}` }
}

/** The facts of the place that some check used, each once: those of the base, and those that somebody stated instead. */
function zonesOf(checks: readonly FichaCheck[], { book }: KnowledgeBase): Datum[] {
  const zones = new Map<string, Datum>()
  const ofPlace = new Set([...book.dimensions.byId.values()].flatMap(({ source, label }) => (source === 'place' ? [label] : [])))
  for (const datum of checks.flatMap(({ inputs }) => inputs))
    if (datum.origin === 'place' || ofPlace.has(datum.label)) zones.set(`${datum.label} ${datum.value} ${datum.source}`, datum)
  return [...zones.values()]
}
