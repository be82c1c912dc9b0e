import type { Paragraph, Table } from 'docx'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { spanishDay } from '../engine/spanish-day.ts'
import { checkRows } from './check-rows.ts'
import { type Docx, docxKit } from './docx-kit.ts'
import { photographsDocx } from './docx-photographs.ts'
import { coverageFacts, draftText, identificationFacts } from './facts.ts'
import { byNumber, elementText, type Ficha, type FichaCheck, limitText, resultWords, valueText } from './model.ts'
import { photographsTitle } from './photo-words.ts'
import { sharedTitle, withSharedNotices } from './shared-notices.ts'

type Block = Paragraph | Table

// The day that zip files can first name, so that the same ficha gives the same bytes.
const zipDay = '1980-01-01T00:00:00'

/** The media type of .docx. */
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The ficha as a text document that can be edited. The same ficha gives the same bytes. Loads its library at the first call. */
export async function fichaDocx(ficha: Ficha): Promise<Uint8Array<ArrayBuffer>> {
  const library = await import('docx')
  const kit = docxKit(library)
  const { checks, shared } = withSharedNotices(ficha.checks)
  const photos = photographsDocx(ficha, library)
  const children: Block[] = [
    ...kit.letterhead(ficha.office),
    kit.title('Ficha justificativa'),
    kit.text(ficha.is_draft ? draftText(ficha) : 'Cumplimiento de la normativa técnica de la edificación', { bold: ficha.is_draft }),
    kit.facts(identificationFacts(ficha)),
    kit.heading('Resumen'),
    ...summary(ficha, kit),
    ...[...Map.groupBy(checks, ({ document }) => document)].flatMap(([document, own]) => [
      kit.heading(document === '' ? 'Sin norma en la base' : document),
      ...own.flatMap((check) => checkBlocks(check, kit)),
    ]),
    ...(shared.length === 0 ? [] : [kit.heading(sharedTitle), kit.facts(shared.map(({ name, text }) => [name, text, '']))]),
    ...(ficha.requirements.length === 0 ? [] : [kit.heading('Exigencias y comprobaciones'), kit.table(coverageFacts(ficha), [52, 12, 12, 12, 12])]),
    ...(photos.length === 0 ? [] : [kit.heading(photographsTitle), ...photos]),
    ...basis(ficha, kit),
  ]
  const { project, kb } = ficha
  const document = new library.Document({
    title: `Ficha justificativa: ${project.name}`,
    creator: project.author || 'Sin indicar',
    styles: { default: { document: { run: { font: 'Calibri', size: 20, language: { value: 'es-ES' } } } } },
    sections: [
      {
        headers: ficha.is_draft ? { default: kit.header('BORRADOR') } : {},
        footers: { default: kit.footer(`Base ${kb.id} ${kb.version} · sha256 ${kb.sha256.slice(0, 12)}`) },
        children,
      },
    ],
  })
  return withoutClock(new Uint8Array(await library.Packer.toArrayBuffer(document)), ficha.issued_on ?? ficha.as_of)
}

function summary({ checks, summary: { total } }: Ficha, kit: Docx): Block[] {
  if (total === 0) return [kit.text('El proyecto no tiene comprobaciones: esta ficha no justifica ningún requisito.')]
  const rows = byNumber(checks).map((check) => {
    const [rule] = check.rules
    const source = rule === undefined ? '—' : `${rule.regulation.document}, ${rule.regulation.section}`
    return [
      check.number,
      elementText(check),
      check.parameter,
      valueText(check),
      rule === undefined ? '—' : limitText(rule),
      source,
      resultWords[check.result],
    ]
  })
  return [kit.table([['N.º', 'Elemento', 'Parámetro', 'Valor', 'Límite', 'Norma y apartado', 'Resultado'], ...rows], [6, 20, 18, 12, 14, 17, 13])]
}

function checkBlocks(check: FichaCheck, kit: Docx): Block[] {
  return [
    kit.subheading(`N.º ${check.number}  ${elementText(check)} · ${check.parameter}: ${resultWords[check.result]}`),
    kit.facts(checkRows(check).flatMap(([label, texts]) => texts.map((text, index) => [index === 0 ? label : '', ...pair(text)] as const))),
  ]
}

function pair(text: string | readonly [string, string]): readonly [string, string] {
  return typeof text === 'string' ? [text, ''] : text
}

/** What the ficha rests on, and the signature, which stays on the page of the paragraph before it. */
function basis(ficha: Ficha, kit: Docx): Block[] {
  const { kb, project, issued_on: issuedOn, verifications, service_version: version } = ficha
  const day =
    issuedOn === null ? 'En ____________________, a ____ de ____________________ de ________' : `En ____________________, a ${spanishDay(issuedOn)}`
  return [
    kit.heading('Base de conocimiento y alcance'),
    kit.facts([
      ['Base', `${kb.id}, versión ${kb.version}`, kb.sha256],
      ['Programa', `Plomada ${version}`, ''],
      ...verifications.map(({ meaning }) => ['Verificación', meaning, ''] as const),
    ]),
    kit.kept(
      'El resultado de cada comprobación se sigue de los datos que constan en esta ficha y de la base citada. La ficha no acredita esos datos ni los requisitos que no figuran en ella.',
    ),
    ...(ficha.is_draft ? [kit.kept(draftText(ficha))] : []),
    kit.kept(day),
    kit.kept('Firma:'),
    kit.kept(''),
    kit.kept(''),
    kit.text(project.author === '' ? 'El técnico' : project.author),
  ]
}

/** The document with the day of the ficha in its properties instead of the present moment. */
function withoutClock(bytes: Uint8Array, day: string): Uint8Array<ArrayBuffer> {
  const files = unzipSync(bytes)
  const properties = 'docProps/core.xml'
  const text = strFromU8(files[properties] ?? new Uint8Array()).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, `${day}T00:00:00Z`)
  const sorted = Object.entries({ ...files, [properties]: strToU8(text) }).toSorted(([one], [other]) => (one < other ? -1 : 1))
  // The list of parts comes first, as readers of the format expect.
  const first = sorted.filter(([name]) => name === '[Content_Types].xml')
  return new Uint8Array(
    zipSync(Object.fromEntries([...first, ...sorted.filter(([name]) => name !== '[Content_Types].xml')]), { mtime: zipDay, level: 6 }),
  )
}
