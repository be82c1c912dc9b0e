import { writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { partsText, sheetCsv, standingWords } from '../operations/requirements-csv.ts'
import type { requirement, requirementsOutput } from '../operations/requirements-schema.ts'
import { standings } from '../operations/requirements-schema.ts'
import { contextOf } from './context-flag.ts'
import { answerOf, openLocal } from './local-service.ts'
import { fail, type Json } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

type Requirement = z.output<typeof requirement>
type Outcome = Requirement['outcomes'][number]
type Sheet = z.output<typeof requirementsOutput>

/** Requirements read in one request. */
const pageSize = 1000

/** `exigencias`: prints what applies to a building, as text, CSV or JSON. What does not apply is printed only if `--standing` asks for it. */
export async function requirementsCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parse(args, {
    geo: { type: 'string' },
    context: { type: 'string', multiple: true },
    part: { type: 'string', multiple: true },
    absent: { type: 'string', multiple: true },
    code: { type: 'string', multiple: true },
    standing: { type: 'string' },
    'as-of': { type: 'string' },
    csv: { type: 'boolean', default: false },
    out: { type: 'string' },
  })
  if (values.geo === undefined) throw new UsageError({ es: 'Falta --geo', en: 'Give --geo' })
  const asked = {
    geo_id: values.geo,
    context: contextOf(values.context ?? []),
    parts: (values.part ?? []).map(partOf),
    absent: values.absent ?? [],
    codes: (values.code ?? []).map((slug) => ({ slug })),
    standings: standingsOf(values.standing),
    ...(values['as-of'] === undefined ? {} : { as_of: values['as-of'] }),
  }
  const read = await readSheet(asked, terminal, values)
  if ('problem' in read) return fail(terminal, read.problem, values.json)
  const text = values.json ? JSON.stringify(read.sheet, null, 2) : values.csv ? sheetCsv(read.sheet) : sheetText(read.sheet)
  if (values.out === undefined) terminal.out(text)
  else writeFileSync(values.out, `${text}\n`)
  return 0
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

function standingsOf(text: string | undefined): string[] {
  if (text === undefined) return standings.filter((one) => one !== 'does_not_apply')
  const wanted = text.split(',').map((one) => one.trim())
  const wrong = wanted.find((one) => !standings.some((known) => known === one))
  if (wrong !== undefined)
    throw new UsageError({
      es: `No se entiende --standing «${wrong}»: se espera ${standings.join(', ')}`,
      en: `Cannot read --standing "${wrong}": expected ${standings.join(', ')}`,
    })
  return wanted
}

/** Reads all pages of a sheet. */
async function readSheet(
  asked: Json,
  terminal: Terminal,
  values: Readonly<Record<string, unknown>>,
): Promise<{ readonly sheet: Sheet } | { readonly problem: Json }> {
  const local = openLocal(terminal, values, 'nothing-stored')
  try {
    const items: Requirement[] = []
    for (let cursor: string | undefined; ; ) {
      const body = { ...asked, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) }
      const answer = await answerOf(await local.fetch('/api/v1/exigencias', body))
      if (!answer.ok) return { problem: answer.body }
      // The service answers by the schema of its own operation.
      const sheet = answer.body as unknown as Sheet
      items.push(...sheet.items)
      if (sheet.next_cursor === null) return { sheet: { ...sheet, items } }
      cursor = sheet.next_cursor
    }
  } finally {
    local.close()
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
  const decides = `depende de ${needs.map(({ label }) => label.toLowerCase()).join('; ')}`
  return `${text === '' ? '' : `${text}; `}${decides}${otherwise_free ? '; en los demás casos no rige' : ''}`
}

function caseLines({ cases }: Outcome): string[] {
  return (cases ?? []).map(({ when, text }) => `        ${when.map((one) => `${one.label}: ${one.text}`).join('; ')} → ${text}`)
}
