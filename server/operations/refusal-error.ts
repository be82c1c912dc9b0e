import type { Refusal } from '../engine/outcome.ts'
import { rangeText } from '../engine/possible.ts'
import type { ClassPart } from '../engine/scale.ts'
import { withinSentence } from '../engine/text.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { Term, Vocabulary } from '../engine/vocabulary.ts'
import type { Language, Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import type { ErrorExtras, FieldError, MissingField } from '../errors/service-error.ts'
import { ServiceError, withExtras } from '../errors/service-error.ts'
import { contextFailure } from './context-error.ts'
import { pairText } from './near-pairs.ts'
import { noRuleError, notInForceError } from './no-rule-error.ts'
import type { Context } from './operation.ts'
import { describeUrl } from './pair.ts'

/** The words of the request that the message of a refusal repeats. */
export interface Asked {
  readonly element: string
  readonly parameter: string
  readonly unit: string
  readonly value: string
  readonly isNumber: boolean
  readonly asOf: string
  readonly place: string
}

/** The `ServiceError` for a refusal of the engine, with candidates, missing data or accepted units, and the link to what describes the element and parameter. */
export function refusalError(refusal: Refusal, given: Asked, context: Pick<Context, 'kb'>): ServiceError {
  const error = plainError(refusal, given, context)
  const isOfPlaceOrCode = refusal.kind === 'unknown-code' || refusal.kind === 'geo-too-coarse'
  return isOfPlaceOrCode ? error : withExtras(error, { describe: describeUrl(context.kb, given.element, given.parameter) })
}

function plainError(refusal: Refusal, given: Asked, { kb }: Pick<Context, 'kb'>): ServiceError {
  const asked = { ...given, element: nameFor(given.element, kb.book.elements), parameter: nameFor(given.parameter, kb.book.parameters) }
  const list = (items: readonly string[]): string => items.join(', ')
  switch (refusal.kind) {
    case 'unknown-element':
      return failure('unknown-element', `No se conoce el elemento «${asked.element.es}»`, `Unknown element "${asked.element.en}"`, {
        candidates: refusal.candidates,
        errors: [field('/element', 'unknown', refusal.candidates)],
      })
    case 'unknown-parameter':
      return failure(
        'unknown-parameter',
        `No se conoce el parámetro «${asked.parameter.es}» para «${asked.element.es}»`,
        `Unknown parameter "${asked.parameter.en}" for "${asked.element.en}"`,
        { candidates: refusal.candidates, errors: [field('/parameter', 'unknown', refusal.candidates)] },
      )
    case 'unclear-terms':
      return unclearTerms(refusal, { element: quoted(given.element), parameter: quoted(given.parameter) }, kb)
    case 'unknown-code': {
      const name = quoted(refusal.version === undefined ? refusal.slug : `${refusal.slug} (${refusal.version})`)
      return failure('unknown-code', `La base no tiene la norma «${name}»`, `The knowledge base does not hold "${name}"`, {
        candidates: refusal.candidates,
        errors: [field('/codes', 'unknown', refusal.candidates)],
      })
    }
    case 'context':
      return contextFailure(refusal.errors, given, kb)
    case 'unit-mismatch':
      return asked.isNumber || refusal.isClass || !measures(asked.unit, refusal.accepted, kb)
        ? failure(
            'unit-mismatch',
            `${asked.unit === '' ? 'Falta la unidad de' : `La unidad «${asked.unit}» no mide`} «${asked.parameter.es}»: se espera ${list(refusal.accepted)} u otra convertible${refusal.hint === undefined ? '' : `. ${refusal.hint}`}${siblingsText(refusal.siblings)}`,
            `${asked.unit === '' ? 'No unit was given: it' : `Unit "${asked.unit}"`} does not measure "${asked.parameter.en}": expected ${list(refusal.accepted)} or one that converts`,
            { accepted_units: refusal.accepted, errors: [field('/unit', 'mismatch', refusal.accepted)] },
          )
        : failure('validation', `«${asked.value}» no es un número`, `"${asked.value}" is not a number`, {
            errors: [field('/value', 'not-a-number', [], { es: 'se espera un número', en: 'expected a number' })],
          })
    case 'impossible-value': {
      const { es, en } = rangeText(refusal.parameter)
      return failure(
        'validation',
        `El valor ${withUnit(asked.value, asked.unit)} no es posible: «${refusal.parameter.label}» ha de ser ${es}`,
        `The value ${withUnit(asked.value, asked.unit, 'en')} is not possible: "${refusal.parameter.id}" must be ${en}`,
        { errors: [{ pointer: '/value', code: 'impossible', detail: { es: `se espera ${es}`, en: `expected ${en}` } }] },
      )
    }
    case 'unknown-class':
      return failure(
        'validation',
        `«${asked.value}» no es una clase de esta escala: ${list(refusal.accepted)}`,
        `"${asked.value}" is no class of this scale: ${list(refusal.accepted)}`,
        { candidates: refusal.accepted, errors: [field('/value', 'unknown-class', refusal.accepted)] },
      )
    case 'incomplete-class':
      return incompleteClass(refusal, asked.value)
    case 'no-applicable-rule':
      return noRuleError(refusal, asked, kb)
    case 'not-in-force':
      return notInForceError(refusal, asked, kb)
    case 'geo-too-coarse':
      return failure(
        'geo-too-coarse',
        `El límite depende de ${list(labels(refusal.dimensions, kb))}, que «${asked.place}» no fija: indique el municipio`,
        `The limit depends on ${list(labels(refusal.dimensions, kb))}, which "${asked.place}" does not settle: name the municipality`,
        {
          candidates: refusal.candidates,
          errors: [field('/geo_id', 'too-coarse', [], { es: 'se espera un municipio', en: 'expected a municipality' })],
        },
      )
    case 'indeterminate': {
      const missing = refusal.missing.map(({ dimension, rules }) => missingField(dimension, rules, kb))
      const guess = [...refusal.estimated]
        .filter(([name]) => missing.some(({ field: known }) => known === name))
        .map(([name, value]) => `${labels([name], kb)[0]} ${value} (estimada)`)
      const hint = guess.length === 0 ? '' : `. Solo se conoce por estimación: ${list(guess)}`
      return failure(
        'indeterminate',
        `Para decidir hace falta: ${list(missing.map(({ label }) => label))}${hint}`,
        `To decide, these are needed: ${list(missing.map((one) => one.label))}`,
        { missing },
      )
    }
    default:
      return refusal satisfies never
  }
}

/** How a message names a term: by its label if the request has its identifier, else in the words of the request. */
function nameFor(text: string, { byId }: Pick<Vocabulary<Term>, 'byId'>): Text {
  const term = byId.get(text)
  return term === undefined ? { es: quoted(text), en: quoted(text) } : { es: term.label, en: term.en ?? term.label }
}

/** The class of the value says less than the limit does: the answer names what to add. */
function incompleteClass({ parts, demanded }: Extract<Refusal, { kind: 'incomplete-class' }>, value: string): ServiceError {
  const said = (language: 'es' | 'en'): string => parts.map((part) => classPartNames[part][language]).join(', ')
  const classes = demanded.map(quoted).join(', ')
  return failure(
    'indeterminate',
    `«${quoted(value)}» no dice ${said('es')}: escriba la clase entera (se exige ${classes})`,
    `"${quoted(value)}" does not say ${said('en')}: write the whole class (${classes} is required)`,
    {
      missing: [],
      candidates: demanded,
      errors: [{ pointer: '/value', code: 'incomplete-class', detail: { es: `falta ${said('es')}`, en: `${said('en')} missing` } }],
    },
  )
}

const classPartNames: Readonly<Record<ClassPart, Text>> = {
  smoke: { es: 'el humo (s)', en: 'the smoke (s)' },
  droplets: { es: 'las gotas (d)', en: 'the droplets (d)' },
}

type UnclearTerms = Extract<Refusal, { kind: 'unclear-terms' }>

/** The words of the request may mean several things, or one that only stands near: the answer names them and asks which. */
function unclearTerms(
  { pairs, elements, parameters, reason, isOther }: UnclearTerms,
  { element, parameter }: Pick<Asked, 'element' | 'parameter'>,
  { language }: Context['kb'],
): ServiceError {
  const [only, ...others] = pairs
  if (only !== undefined && others.length === 0 && isOther !== true) return nearPair(only, { element, parameter }, language)
  const isElement = elements.length > 1
  const several = isElement && parameters.length > 1
  const list = several
    ? pairs.map((pair) => `«${pair.element.label} · ${pair.parameter.label}»`)
    : (isElement ? elements : parameters).map(({ label }) => `«${label}»`)
  const ids = [...new Set((isElement ? elements : parameters).map(({ id }) => id))]
  const english = [...new Set((isElement ? elements : parameters).map((one) => `"${one.en ?? one.label}"`))]
  const what = isElement && !several ? `«${element}» con «${parameter}»` : `«${parameter}» de «${element}»`
  if (isOther === true)
    return failure(
      'unknown-parameter',
      `La base no limita «${parameter}» de «${element}», que no es lo mismo que ${list.slice(0, mostNamed).join(' ni que ')}. ${reason ?? ''}`,
      `The base has no limit on "${parameter}" of "${element}", which is not the same as ${english.join(' or ')}`,
      { candidates: ids, errors: [field('/parameter', 'not-the-same', ids)] },
    )
  const ends = [reason, 'Indique cuál'].filter((one) => one !== undefined).join('. ')
  return failure(
    isElement ? 'unknown-element' : 'unknown-parameter',
    `${what} puede ser ${list.slice(0, mostNamed).join(' o ')}. ${ends}`,
    `"${parameter}" of "${element}" may mean ${english.slice(0, mostNamed).join(' or ')}: say which`,
    {
      candidates: ids,
      pairs: pairs.slice(0, mostNamed).map((pair) => pairText(pair, language)),
      errors: [field(isElement ? '/element' : '/parameter', 'ambiguous', ids)],
    },
  )
}

/** The words of the request lead to one pair, but not all of them are of its names: it is proposed, never taken. */
function nearPair(
  pair: UnclearTerms['pairs'][number],
  { element, parameter }: Pick<Asked, 'element' | 'parameter'>,
  language: Language,
): ServiceError {
  const english = `${pair.element.en ?? pair.element.label} · ${pair.parameter.en ?? pair.parameter.label}`
  return failure(
    'unknown-parameter',
    `«${parameter}» de «${element}» no es un nombre de la base. ¿Quiere decir «${pair.element.label} · ${pair.parameter.label}»?`,
    `"${parameter}" of "${element}" is no name of the base: do you mean "${english}"?`,
    {
      candidates: [pair.parameter.id],
      pairs: [pairText(pair, language)],
      errors: [field('/element', 'ambiguous', [pair.element.id]), field('/parameter', 'ambiguous', [pair.parameter.id])],
    },
  )
}

const mostNamed = 8

/** The other quantities of the element that the unit measures. */
function siblingsText(siblings: readonly { readonly label: string }[] = []): string {
  return siblings.length === 0 ? '' : `. En esa unidad se mide: ${siblings.map(({ label }) => `«${label}»`).join(', ')}`
}

function failure(code: ConstructorParameters<typeof ServiceError>[0], es: string, en: string, extras: ErrorExtras = {}): ServiceError {
  return new ServiceError(code, { es, en }, extras)
}

/** True if a unit measures the same quantity as one of some other units. */
function measures(unit: string, others: readonly string[], { book: { units } }: Context['kb']): boolean {
  const kind = units.parseLike(unit, others)?.kind
  return kind !== undefined && others.some((other) => units.parse(other)?.kind === kind)
}

function field(pointer: string, code: string, right: readonly string[], bare: Text = unknown): FieldError {
  const list = right.join(', ')
  return { pointer, code, detail: right.length === 0 ? bare : { es: `se espera: ${list}`, en: `expected one of: ${list}` } }
}

const unknown: Text = { es: 'no se conoce', en: 'unknown' }

/** Describes a missing condition: label, type, unit, help and allowed values. */
function missingField(dimension: string, rules: readonly string[], kb: Context['kb']): MissingField {
  const known = kb.book.dimensions.byId.get(dimension)
  return {
    field: dimension,
    label: known?.label ?? dimension,
    type: known?.type ?? 'enum',
    unit: known?.unit,
    help: known?.help ?? '',
    allowed: known?.type === 'enum' ? known.values.map(({ id, label }) => ({ value: id, label })) : undefined,
    needed_by: rules,
  }
}

function labels(dimensions: readonly string[], kb: Context['kb']): string[] {
  return [...new Set(dimensions.map((name) => withinSentence(kb.book.dimensions.byId.get(name)?.label ?? name)))]
}
