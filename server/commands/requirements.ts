import { writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { z } from 'zod'
import { makeRequirementsTable } from '../operations/make-requirements-table.ts'
import { partsText, standingWords } from '../operations/requirements-csv.ts'
import type { requirement, requirementsOutput } from '../operations/requirements-schema.ts'
import { standings } from '../operations/requirements-schema.ts'
import { commands } from '../usage/commands.ts'
import { contextOf } from './context-flag.ts'
import { answerOf, openLocal } from './local-service.ts'
import { placeStated } from './place-flag.ts'
import { fail, type Json } from './problem-text.ts'
import { progressNames } from './progress-names.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'
import { toldWhileWaiting } from './time-left.ts'

type Requirement = z.output<typeof requirement>
type Outcome = Requirement['outcomes'][number]
type Sheet = z.output<typeof requirementsOutput>

/** `exigencias`: prints what applies to a building, as text, CSV, JSON, or PDF if `--out` ends so. What does not apply is printed only in PDF or if `--standing` asks for it. */
export async function requirementsCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, commands.exigencias.options)
  if (values.geo === undefined) throw new UsageError({ es: 'Falta --geo', en: 'Give --geo' })
  const format = formatOf(values)
  const asked = {
    geo_id: values.geo,
    context: contextOf(values.context ?? []),
    parts: (values.part ?? []).map(partOf),
    absent: values.absent ?? [],
    codes: (values.code ?? []).map((slug) => ({ slug })),
    standings: standingsOf(values.standing, format),
    ...(values['as-of'] === undefined ? {} : { as_of: values['as-of'] }),
    format: format === 'text' ? 'json' : format,
  }
  const read = await toldWhileWaiting(terminal, progressNames.requirements, readTable(asked, terminal, values))
  if ('problem' in read) return fail(terminal, read.problem, values.json)
  const { table } = read
  const written =
    table instanceof Uint8Array
      ? table
      : format === 'text'
        ? foldedText(sheetText(table), values.out === undefined ? terminal.width : undefined)
        : JSON.stringify(table, null, 2)
  if (values.out !== undefined) writeFileSync(values.out, typeof written === 'string' ? `${written}\n` : written)
  else terminal.out(typeof written === 'string' ? written : Buffer.from(written).toString())
  return 0
}

type Format = 'text' | 'json' | 'csv' | 'pdf'

/** The format that the flags name. Throws `UsageError` for two at once. */
function formatOf({ json, csv, out }: { readonly json: boolean; readonly csv: boolean; readonly out?: string | undefined }): Format {
  const isPdf = out !== undefined && extname(out).toLowerCase() === '.pdf'
  const [format = 'text', second] = [...(isPdf ? ['pdf' as const] : []), ...(json ? ['json' as const] : []), ...(csv ? ['csv' as const] : [])]
  if (second !== undefined)
    throw new UsageError({
      es: `Se piden dos formatos a la vez, ${format} y ${second}: se espera uno`,
      en: `Two formats are asked for at once, ${format} and ${second}: expected one`,
    })
  return format
}

/** Reads `Garaje: uso=aparcamiento; plazas=30`. */
function partOf(text: string): { readonly name: string; readonly context: Record<string, string> } {
  const at = text.indexOf(':')
  if (at < 1)
    throw new UsageError({
      es: `No se entiende --part «${text}»: se espera "Garaje: uso=aparcamiento; plazas=30"`,
      en: `Cannot read --part "${text}": expected "Garaje: uso=aparcamiento; plazas=30"`,
    })
  const pairs = text
    .slice(at + 1)
    .split(';')
    .flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim()]))
  return { name: text.slice(0, at).trim(), context: contextOf(pairs) }
}

function standingsOf(text: string | undefined, format: Format): string[] {
  if (text === undefined) return standings.filter((one) => format === 'pdf' || one !== 'does_not_apply')
  const wanted = text.split(',').map((one) => one.trim())
  const wrong = wanted.find((one) => !standings.some((known) => known === one))
  if (wrong !== undefined)
    throw new UsageError({
      es: `No se entiende --standing «${wrong}»: se espera ${standings.join(', ')}`,
      en: `Cannot read --standing "${wrong}": expected ${standings.join(', ')}`,
    })
  return wanted
}

/** Reads all requirements: a file as its bytes, or JSON. */
async function readTable(
  asked: Json,
  terminal: Terminal,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly table: Sheet | Uint8Array } | { readonly problem: Json }> {
  const local = await openLocal(terminal, values, 'nothing-stored')
  try {
    const place = { geo_id: await placeStated(String(asked['geo_id']), local.kb, terminal) }
    const response = await local.fetch(makeRequirementsTable.path, { ...asked, ...place })
    if (response.ok && asked['format'] !== 'json') return { table: new Uint8Array(await response.arrayBuffer()) }
    const { ok, body } = await answerOf(response)
    // The service answers by the schema of its own operation.
    return ok ? { table: body as unknown as Sheet } : { problem: body }
  } finally {
    await local.close()
  }
}

function sheetText(sheet: Sheet): string {
  const { summary, geo_context: place } = sheet
  const zone = place.climate_zone === null ? '' : `, zona ${place.climate_zone}`
  return [
    `Exigencias en ${place.name}${zone}, a ${sheet.as_of}`,
    `${summary.total} reglas en vigor: ${summary.applies} rigen, ${summary.depends} dependen de datos, ${summary.does_not_apply} no rigen, ${summary.not_held} con la cifra sin verificar`,
    ...sheet.documents.flatMap((document) => documentLines(document, sheet.items)),
    ...block(
      'Datos que más deciden (--context campo=valor)',
      sheet.open_data.slice(0, 15).map((one) => `${one.field}: ${one.label} (${one.rules} reglas)`),
    ),
    ...block('Lo que la base no tiene', [
      ...sheet.not_held.map((one) => `${one.document}, ${one.place_in_text}: ${one.text}`),
      ...sheet.norms_not_held.map(({ title, matters }) => `${title} (${matters.join(', ')})`),
      ...sheet.editions_not_held.map(({ title }) => `${title}: la edición de ese día`),
    ]),
  ].join('\n')
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

function documentLines({ slug, title, version }: Sheet['documents'][number], items: readonly Requirement[]): string[] {
  const own = items.filter(({ document }) => document === slug)
  if (own.length === 0) return []
  const bySection = new Map<string, Requirement[]>()
  for (const one of own) bySection.set(one.section, [...(bySection.get(one.section) ?? []), one])
  return [
    '',
    `${title} (${version})`,
    ...[...bySection.values()].flatMap((all) => [`  ${all[0]?.place_in_text}. ${all[0]?.section_title}`, ...all.flatMap(requirementLines)]),
  ]
}

function requirementLines({ title, outcomes }: Requirement): string[] {
  const [only, ...others] = outcomes
  if (only === undefined) return []
  if (others.length === 0) return [`    ${title}: ${outcomeText(only)}`, ...caseLines(only)]
  return [`    ${title}`, ...outcomes.flatMap((one) => [`      ${partsText(one)}: ${outcomeText(one)}`, ...caseLines(one)])]
}

/** `como mínimo 0,9 m`, or what decides, or why not. */
function outcomeText({ standing, text, needs, why, otherwise_free }: Outcome): string {
  if (standing === 'does_not_apply') return why?.startsWith('No rige') === true ? `n${why.slice(1)}` : `no rige: ${why ?? ''}`
  if (standing === 'not_held') return standingWords.not_held
  if (standing === 'applies') return why === null ? text : `no se admite. ${why}`
  const decides = `depende de ${needs.map(({ label }) => withSmallInitial(label)).join('; ')}`
  return `${text === '' ? '' : `${text}; `}${decides}${otherwise_free ? '; en los demás casos no rige' : ''}`
}

function caseLines({ cases }: Outcome): string[] {
  return (cases ?? []).map(({ when, text }) => `        ${when.map((one) => `${one.label}: ${one.text}`).join('; ')} → ${text}`)
}

/** A name as it stands within a sentence: `Tiempo EI exigido` is `tiempo EI exigido`, and `EI exigido` stays. */
function withSmallInitial(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
}
