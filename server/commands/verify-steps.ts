import { resolveTerms } from '../engine/terms.ts'
import { askBack, readTypedNumber, writeTypedNumber } from '../engine/typed-number.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { vocabularyOf } from '../operations/list-elements.ts'
import { pairOf } from '../operations/pair.ts'
import { classesOf, isUnitOptional, unitsOf } from '../operations/pair-units.ts'
import { steps } from '../usage/questions.ts'
import { type Attended, type Choice, choose } from './choose.ts'
import { placeStated } from './place-flag.ts'
import { type Json, list } from './problem-text.ts'
import { UsageError } from './terminal.ts'

/** What a check states. */
export interface Stated {
  readonly element?: string | undefined
  readonly parameter?: string | undefined
  readonly value?: string | undefined
  readonly unit?: string | undefined
  readonly geo?: string | undefined
}

type Whole = { readonly [Name in keyof Stated]-?: string }

/** Asks the person at the terminal for what a check needs and does not state yet. */
export async function askForCheck(stated: Stated, kb: KnowledgeBase, terminal: Attended): Promise<Whole> {
  terminal.err(steps.start[terminal.language])
  const { element, parameter } = await askForPair(stated, kb, terminal)
  const geo = await askForPlace(stated.geo, kb, terminal)
  return { element, parameter, geo, ...(await askForValue({ ...stated, element, parameter }, kb, terminal)) }
}

async function askForPair(stated: Stated, kb: KnowledgeBase, terminal: Attended): Promise<{ readonly element: string; readonly parameter: string }> {
  if (stated.element !== undefined && stated.parameter !== undefined) return { element: stated.element, parameter: stated.parameter }
  const { language } = terminal
  const { elements, parameters } = vocabularyOf(kb)
  const choiceOf = (one: (typeof elements)[number] | (typeof parameters)[number]): Choice => ({
    id: one.id,
    label: language === 'en' ? (one.label_en ?? one.label) : one.label,
    names: [one.label, one.label_en ?? one.label, ...one.aliases, ...('symbols' in one ? one.symbols : [])],
  })
  const measured = stated.parameter === undefined ? undefined : new Set(kb.book.parameters.named(stated.parameter).map(({ id }) => id))
  const wanted = elements.filter((one) => measured === undefined || one.parameters.some((id) => measured.has(id)))
  const things = (wanted.length > 0 ? wanted : elements).map(choiceOf)
  const thing =
    stated.element === undefined
      ? await choose(things, terminal, { question: steps.element[language], isListed: false })
      : { choice: choiceNamed(stated.element, things, kb), typed: stated.element }
  const id = thing?.choice?.id ?? ''
  if (stated.element === undefined) terminal.err(`  → ${thing?.choice?.label ?? ''}`)
  if (stated.parameter !== undefined) return { element: nameFor(thing?.typed, id, stated.parameter, kb), parameter: stated.parameter }
  const limited = new Set(elements.find((one) => one.id === id)?.parameters ?? parameters.map((one) => one.id))
  const quantities = parameters.filter((one) => limited.has(one.id)).map(choiceOf)
  const quantity = await choose(quantities, terminal, { question: steps.parameter[language], isListed: true })
  terminal.err(`  → ${quantity?.choice.label ?? ''}`)
  const parameter = quantity?.choice.id ?? ''
  return { element: nameFor(thing?.typed, id, parameter, kb), parameter }
}

/** The choice that a stated element is; undefined if the name is of none or of several. */
function choiceNamed(text: string, things: readonly Choice[], kb: KnowledgeBase): Choice | undefined {
  const named = kb.book.elements.named(text)
  return named.length === 1 ? things.find(({ id }) => id === named[0]?.id) : undefined
}

/** The typed name where it means the chosen element, because a name may say more of the case; else its identifier. */
function nameFor(typed: string | undefined, id: string, parameter: string, { book }: KnowledgeBase): string {
  if (typed === undefined) return id
  const terms = resolveTerms(book, { element: typed, parameter })
  return id === '' || (!('kind' in terms) && terms.element.id === id) ? typed : id
}

async function askForPlace(stated: string | undefined, kb: KnowledgeBase, terminal: Attended): Promise<string> {
  if (stated !== undefined) return await placeStated(stated, kb, terminal)
  const { language } = terminal
  const names = kb.geography.list({}).map(({ name }) => name)
  for (;;) {
    const typed = await terminal.question(steps.place[language], names)
    try {
      if (typed !== '') return await placeStated(typed, kb, terminal, typed)
      terminal.err(steps.empty[language])
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      terminal.err(error.detail[language].slice(`${typed}: `.length))
    }
  }
}

const valueAndUnit = /^([+-]?[\d.,\u00a0\u202f ]*\d(?:[eE][+-]?\d{1,3})?)\s*(.*)$/

/** Asks for the value with its unit. A value that is stated is kept. */
export async function askForValue(
  { element = '', parameter = '', value, unit }: Stated,
  kb: KnowledgeBase,
  terminal: Attended,
): Promise<Pick<Whole, 'value' | 'unit'>> {
  const { language } = terminal
  const terms = resolveTerms(kb.book, { element, parameter })
  const pair = 'kind' in terms ? undefined : pairOf(kb, terms, { name: element, asOf: undefined, place: undefined })
  const classes = pair === undefined ? [] : classesOf(pair)
  const [usual = ''] = pair === undefined ? [] : unitsOf(pair, kb).map((one) => one.unit)
  const isPlain = pair !== undefined && isUnitOptional(pair)
  const question = classes.length > 0 ? steps.class(classes.slice(0, 4).join(', ')) : isPlain ? steps.count : steps.value(unit ?? usual)
  for (;;) {
    const typed = value ?? (await terminal.question(question[language], classes))
    const [, number = '', typedUnit = ''] = classes.length > 0 ? [] : (valueAndUnit.exec(typed) ?? [])
    const read = readTypedNumber(number)
    if (typed === '') terminal.err(steps.empty[language])
    // A class, or a part of a span such as 1/300, is a value of its own.
    else if (classes.length > 0 || /^\d+\/\d+$/.test(typed)) return { value: typed, unit: unit ?? '' }
    else if (read.kind === 'ambiguous' && value === undefined) terminal.err(askBack(number, read)[language])
    else if (read.kind === 'text' && value === undefined) terminal.err(steps.notNumber[language])
    else {
      const given = unit ?? (typedUnit === '' && isPlain ? usual : typedUnit)
      const own = given === '' && usual !== '' ? (await terminal.question(steps.unit(usual)[language])) || usual : given
      return { value: read.kind === 'number' ? writeTypedNumber({ toString: () => read.text }) : typed, unit: own }
    }
  }
}

/** A datum of the case, as a problem names it, and what was answered; undefined if it is not known. */
export interface AnsweredDatum {
  readonly field: string
  readonly answer: string | undefined
}

/** Asks for the first datum that a verdict lacks and that was not asked for before; undefined if there is no other. Its answer may make the next ones needless. */
export async function askForMissing(problem: Json, asked: ReadonlySet<string>, terminal: Attended): Promise<AnsweredDatum | undefined> {
  const datum = list(problem['missing'])
    .map((one) => one as Json)
    .find(({ field }) => !asked.has(String(field)))
  if (datum === undefined) return undefined
  if (asked.size === 0) terminal.err(`\n${steps.missing[terminal.language]}`)
  terminal.err(`\n${String(datum['label'])}: ${String(datum['help'])}`)
  return { field: String(datum['field']), answer: await askForDatum(datum, terminal) }
}

async function askForDatum(datum: Json, terminal: Attended): Promise<string | undefined> {
  const { language } = terminal
  if (datum['type'] === 'enum') {
    const choices = list(datum['allowed'])
      .map((one) => one as Json)
      .map(({ value, label }) => ({ id: String(value), label: String(label), names: [] }))
    return (await choose(choices, terminal, { question: steps.datum[language], isListed: true, isOptional: true }))?.choice.id
  }
  const isNumber = datum['type'] === 'number'
  const question = isNumber ? steps.number(String(datum['unit'] ?? '')) : steps.yesNo
  for (;;) {
    const typed = await terminal.question(question[language])
    if (typed === '') return undefined
    const read = readTypedNumber(typed)
    if (isNumber && read.kind === 'number') return read.text
    if (!isNumber && /^(s[ií]?|y(es)?|true)$/i.test(typed)) return 'true'
    if (!isNumber && /^(no?|false)$/i.test(typed)) return 'false'
    terminal.err((isNumber ? (read.kind === 'ambiguous' ? askBack(typed, read) : steps.notNumber) : steps.notYesNo)[language])
  }
}
