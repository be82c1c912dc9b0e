import { z } from 'zod'
import { type Rule, rule as ruleSchema, verification } from '../../server/engine/schema.ts'
import type { ReadVocabulary } from './read-vocabulary.ts'
import type { CaseSource, SectionSource } from './source.ts'
import { parseYaml, type SourceFolder } from './source-file.ts'
import { parseStatement, parseVariables, StatementError } from './statement.ts'
import type { WorkedFigure } from './worked-figures.ts'

/** A fenced block ```` ```regla id ```` of an article, and where it stands. */
export interface RuleBlock {
  readonly id: string
  readonly text: string
  readonly file: string
  /** Line of its first line in the file. */
  readonly line: number
  /** The mark of the paragraph it stands under. */
  readonly paragraph: string | undefined
}

/** A rule as its block says it, with the figures read a second time and the other worked cases. */
export interface ReadRule {
  readonly rule: Rule
  readonly figures: readonly WorkedFigure[]
  readonly cases: readonly CaseSource[]
  /** The digest of the rule (`meaningDigest`) at its second reading. */
  readonly reviewedDigest: string | undefined
  readonly reasons: Reasons
}

/** Reviewed reasons: each answers one check of the compiler. */
export interface Reasons {
  /** Why the words of the paragraph that refer to another place bring no other limit. */
  readonly refers: string | undefined
  /** Why the paragraph's words of comparison do not read as the rule does. */
  readonly comparison: string | undefined
  /** The notices that speak of an exception and cannot change the verdict. */
  readonly notices: ReadonlySet<string>
}

const text = z.union([z.string(), z.number()]).transform(String)
const conditions = z.record(z.string(), z.unknown())
const reason = z.string().min(10, { error: 'expected a reason of some words' })
const citation = z.strictObject({ seccion: z.string(), parrafo: z.string().optional(), donde: z.string().optional() })
const context = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
type Context = z.infer<typeof context>
/** `0,80`, or `0,80: { uso: docente, en: ES-28079 }`. */
const figure = z.union([text, z.record(z.string(), context)]).transform((one): { readonly figure: string; readonly given: Context } => {
  if (typeof one === 'string') return { figure: one, given: {} }
  const [first = '', given = {}] = Object.entries(one)[0] ?? []
  return { figure: first, given }
})
const workedCase = z.strictObject({
  valor: text,
  unidad: text.optional(),
  en: z.string().optional(),
  fecha: z.string().optional(),
  elemento: z.string().optional(),
  con: context.default({}),
  da: z.enum(['cumple', 'no cumple']).optional(),
  limite: text.optional(),
  problema: z.string().optional(),
  falta: z.array(z.string()).optional(),
  nota: z.string().optional(),
})

/** `2026-11-22 0a1b2c3d`: the day of the second reading, and the digest of what the rule said that day. */
const reviewMark = /^(\d{4}-\d\d-\d\d)( [0-9a-f]{8})?$/

/** The YAML after the statement. */
const tail = z.strictObject({
  titulo: z.string().min(3),
  con: z.record(z.string(), text).default({}),
  si: conditions.default({}),
  supuesto: conditions.optional(),
  ajuste: z
    .array(z.strictObject({ si: conditions, factor: text.optional(), suma: text.optional(), fija: text.optional(), texto: z.string().optional() }))
    .optional(),
  exento: z
    .array(
      z.strictObject({
        si: conditions,
        texto: z.string().optional(),
        cita: citation.optional(),
        preguntar: z.boolean().optional(),
        prohibe: z.boolean().optional(),
      }),
    )
    .optional(),
  ademas: z.array(z.string()).optional(),
  aviso: z
    .array(
      z.union([
        z.string().transform((texto) => ({ texto, si: {}, no_cambia: undefined })),
        z.strictObject({ si: conditions.default({}), texto: z.string(), no_cambia: reason.optional() }),
      ]),
    )
    .optional(),
  redondeo: z.int().optional(),
  donde: z.string().optional(),
  ediciones: z.array(z.string()).optional(),
  verificacion: verification.optional(),
  fuentes: z.array(z.string()).optional(),
  comprobado: z.union([z.array(figure), figure.transform((one) => [one])]).default([]),
  en: z.string().optional(),
  fecha: z.string().optional(),
  contexto: context.default({}),
  casos: z.array(workedCase).default([]),
  remite: reason.optional(),
  comparacion: reason.optional(),
  revisado: z
    .string()
    .regex(reviewMark, { error: 'expected a day and a digest such as "2026-11-22 0a1b2c3d": npm run kb:reviewed writes them' })
    .optional(),
})
type Tail = z.infer<typeof tail> & { readonly en: string }

/** What the cases of a document share: where they are tried unless they say it, and the dimensions that the place tells. */
export interface CaseSetting {
  readonly place: string
  readonly fromPlace: ReadonlySet<string>
}

/** The setting of the cases that are tried at a place. */
export function caseSetting(place: string, { dimensions }: Pick<ReadVocabulary, 'dimensions'>): CaseSetting {
  return { place, fromPlace: new Set(dimensions.flatMap(({ id, source }) => (source === 'place' ? [id] : []))) }
}

/** Reads one block. What the place tells is no part of the context of a worked figure. Reports each error with its line and then returns undefined. */
export function readRuleBlock(sources: SourceFolder, block: RuleBlock, section: SectionSource, setting: CaseSetting): ReadRule | undefined {
  const [first = '', ...rest] = block.text.split('\n')
  const parsed = parseYaml(sources, { file: block.file, text: rest.join('\n'), firstLine: block.line + 1 }, tail)
  if (parsed === undefined) return undefined
  const value = { ...parsed.value, en: parsed.value.en ?? setting.place }
  try {
    const checked = ruleSchema.safeParse({ ...parseStatement(first, parseVariables(value.con)), ...fieldsOf(block, section, value) })
    if (checked.success)
      return {
        rule: checked.data,
        figures: figuresOf(value, setting.fromPlace),
        cases: value.casos.map((one) => caseOf(one, value)),
        reviewedDigest: reviewMark.exec(value.revisado ?? '')?.[2]?.trim(),
        reasons: {
          refers: value.remite,
          comparison: value.comparacion,
          notices: new Set(value.aviso?.flatMap(({ texto, no_cambia }) => (no_cambia === undefined ? [] : [texto]))),
        },
      }
    for (const { path, message } of checked.error.issues) sources.report(block.file, block.line, `rule "${block.id}": ${path.join('.')}: ${message}`)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    sources.report(block.file, block.line, `rule "${block.id}": ${error.message}`, error instanceof StatementError ? error.column : undefined)
  }
  return undefined
}

function fieldsOf({ id, paragraph }: RuleBlock, section: SectionSource, value: Tail): object {
  const cite = (one: z.infer<typeof citation>) => ({
    section: one.seccion,
    ...(one.parrafo === undefined ? {} : { paragraph: one.parrafo }),
    ...(one.donde === undefined ? {} : { locator: one.donde }),
  })
  return {
    id,
    title: value.titulo,
    when: value.si,
    ...(value.supuesto === undefined ? {} : { assume: value.supuesto }),
    ...(value.ademas === undefined ? {} : { besides: value.ademas }),
    adjust: value.ajuste?.map(({ si, suma, fija, texto, factor }) => ({ when: si, factor, add: suma, set: fija, text: texto })),
    exempt: value.exento?.map(({ si, texto, cita, preguntar, prohibe }) => ({
      when: si,
      text: texto,
      ...(cita === undefined ? {} : { cite: cite(cita) }),
      ...(preguntar === undefined ? {} : { ask: preguntar }),
      ...(prohibe === undefined ? {} : { forbids: prohibe }),
    })),
    notices: value.aviso?.map(({ si, texto }) => ({ when: si, text: texto })),
    ...(value.redondeo === undefined ? {} : { round: value.redondeo }),
    cite: {
      section: section.section,
      ...(paragraph === undefined ? {} : { paragraph }),
      ...(value.donde === undefined ? {} : { locator: value.donde }),
    },
    editions: value.ediciones ?? section.editions,
    verification: value.verificacion ?? section.verification,
    sources: value.fuentes ?? section.sources,
    ...(value.revisado === undefined ? {} : { reviewed: { date: reviewMark.exec(value.revisado)?.[1], by: 'second-reading' } }),
  }
}

/** A worked figure holds where the single values of `si` hold, unless it says otherwise. */
function figuresOf({ comprobado, si, en, fecha, contexto }: Tail, fromPlace: ReadonlySet<string>): WorkedFigure[] {
  const word = (one: Context[string] | undefined) => (one === undefined ? undefined : String(one))
  const given = { ...singleValues(si, fromPlace), ...contexto }
  return comprobado.map(({ figure, given: { en: at, fecha: day, elemento, ...own } }) => ({
    figure,
    of: { at: word(at) ?? en, as_of: word(day) ?? fecha, element: word(elemento), context: { ...given, ...own } },
  }))
}

function singleValues(si: Tail['si'], fromPlace: ReadonlySet<string>): Context {
  return Object.fromEntries(Object.entries(si).flatMap(([name, value]) => (isScalar(value) && !fromPlace.has(name) ? [[name, value]] : [])))
}

function isScalar(value: unknown): value is Context[string] {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function caseOf({ valor, unidad, en, fecha, elemento, con, da, limite, problema, falta, nota }: z.infer<typeof workedCase>, group: Tail): CaseSource {
  return {
    value: decimalPoint(valor),
    unit: unidad,
    at: en ?? group.en,
    as_of: fecha ?? group.fecha,
    element: elemento,
    context: { ...group.contexto, ...con },
    gives: da === undefined ? undefined : da === 'cumple' ? 'COMPLIANT' : 'NON_COMPLIANT',
    limit: limite === undefined ? undefined : decimalPoint(limite),
    problem: problema,
    missing: falta,
    note: nota,
  }
}

function decimalPoint(figureText: string): string {
  return /^[+-]?\d+,\d+$/.test(figureText) ? figureText.replace(',', '.') : figureText
}
