import type { ContextError } from '../engine/context.ts'
import { rangeText } from '../engine/possible.ts'
import { resolveTerms } from '../engine/terms.ts'
import { alikeAmong } from '../engine/text.ts'
import type { Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { type ErrorExtras, type FieldError, ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { pairOf } from './pair.ts'
import { pairConditions } from './pair-conditions.ts'

/** Candidates that a message names; the others are in `candidates`. */
const mostNamed = 6

type OwnConditions = NonNullable<ErrorExtras['conditions']>

/** The error for wrong conditions. Of a condition or value that is not known it lists those of the element and parameter first. `base`: the JSON pointer of the object that has the context. */
export function contextFailure(
  wrong: readonly ContextError[],
  asked: { readonly element: string; readonly parameter: string },
  kb: KnowledgeBase,
  base = '',
): ServiceError {
  const isUnknown = wrong.some(({ error }) => error === 'unknown-field' || error === 'unknown-value')
  const conditions = isUnknown ? conditionsOf(asked, kb) : []
  const ownFirst = ownFirstOf(conditions)
  const all = wrong.map((one) => (one.error === 'unknown-field' ? { ...one, candidates: ownFirst(one) } : one))
  const errors = all.map((error): FieldError & { readonly detail: Text } => ({
    pointer: `${base}${pointerOf(error)}`,
    code: error.error,
    detail: textOf(error, kb),
  }))
  const list = (language: 'es' | 'en'): string => errors.map(({ detail }) => detail[language]).join(', ')
  return new ServiceError(
    wrong.some(({ sides }) => sides !== undefined) ? 'contradiction' : 'validation',
    { es: `El contexto no es válido: ${list('es')}`, en: `The context is not valid: ${list('en')}` },
    { errors, candidates: all.flatMap(({ candidates }) => candidates), ...(conditions.length === 0 ? {} : { conditions }) },
  )
}

/** The conditions that may be stated of an element and parameter. */
function conditionsOf({ element, parameter }: { readonly element: string; readonly parameter: string }, kb: KnowledgeBase): OwnConditions {
  const terms = resolveTerms(kb.book, { element, parameter })
  if ('kind' in terms) return []
  return pairConditions(pairOf(kb, terms, { name: element, asOf: undefined, place: undefined }), kb)
    .filter(({ may_state, source }) => may_state && source !== 'element')
    .map(({ field, label, aliases }) => ({ field, label, aliases }))
}

/** The conditions of the pair, most alike first, then those elsewhere that are alike. */
function ownFirstOf(conditions: OwnConditions): (wrong: ContextError) => readonly string[] {
  const own = new Set(conditions.map((one) => one.field))
  const alike = alikeAmong(conditions.flatMap((one) => [one.field, one.label, ...one.aliases].map((name) => [name, one.field] as const)))
  return ({ field, candidates }) => [...new Set([...alike(field), ...own, ...candidates])]
}

function pointerOf({ field }: ContextError): string {
  const name = quoted(field)
  return name === 'element' ? '/element' : `/context/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`
}

/** The text of an error. Conditions and values that are known are named by their labels, which requests may use too; their identifiers are in `candidates`. */
function textOf(wrong: ContextError, kb: KnowledgeBase): Text {
  return { es: saidOf(wrong, kb, 'es'), en: saidOf(wrong, kb, 'en') }
}

function saidOf({ field, error, candidates, sides }: ContextError, { book }: KnowledgeBase, language: 'es' | 'en'): string {
  const say = (es: string, en: string): string => (language === 'es' ? es : en)
  const quote = (text: string): string => say(`«${text}»`, `"${text}"`)
  const labelOf = (one: { readonly label: string; readonly en?: string | undefined }): string => say(one.label, one.en ?? one.label)
  const dimension = book.dimensions.named(field)
  const name = quote(dimension === undefined ? quoted(field) : labelOf(dimension))
  const wordsOf = (candidate: string): string => {
    const known = error === 'unknown-field' ? book.dimensions.byId.get(candidate) : dimension?.values.find(({ id }) => id === candidate)
    return known === undefined ? candidate : quote(labelOf(known))
  }
  const named = `${candidates.slice(0, mostNamed).map(wordsOf).join(', ')}${candidates.length > mostNamed ? '…' : ''}`
  const expected = named === '' ? '' : say(`; se espera: ${named}`, `; expected one of: ${named}`)
  const both = (and: string): string => (sides ?? []).map(({ field: side, value }) => `${quote(side)}: ${String(value)}`).join(` ${and} `)
  const range = rangeText(dimension ?? {})[language]
  const texts = {
    'unknown-field': say(`condición desconocida ${name}${expected}`, `unknown condition ${name}${expected}`),
    'not-a-number': say(`${name} ha de ser un número`, `${name} must be a number`),
    'ambiguous-number': say(
      `${name} puede ser ${candidates.join(' o ')}: escríbalo de una de esas formas`,
      `${name} may be ${candidates.join(' or ')}: write it in one of these ways`,
    ),
    'not-a-boolean': say(`${name} ha de ser sí o no (true o false)`, `${name} must be yes or no (true or false)`),
    'unknown-value': say(`valor desconocido de ${name}${expected}`, `unknown value of ${name}${expected}`),
    'from-place': say(`${name} sale del lugar, no se indica`, `${name} follows from the place: it is not stated`),
    impossible: say(`${name} ha de ser ${range}`, `${name} must be ${range}`),
    'stated-twice': say(
      `la misma condición consta dos veces con valores distintos, ${both('y')}; indique una`,
      `the same condition is stated twice with different values, ${both('and')}; state one`,
    ),
    contradicts: say(
      `se contradicen ${both('y')}: no pueden darse a la vez; corrija uno`,
      `${both('and')} contradict each other: they cannot both hold; correct one`,
    ),
  } as const satisfies Record<ContextError['error'], string>
  return texts[error]
}
