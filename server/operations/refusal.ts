import type { ContextFault } from '../engine/context.ts'
import type { Refusal } from '../engine/outcome.ts'
import type { ErrorExtras, FieldError, MissingField } from '../errors.ts'
import { ServiceError } from '../errors.ts'
import type { Context } from '../operation.ts'
import { noRuleError, notInForceError } from './no-rule.ts'

/** What was asked, for the wording of a refusal. */
interface Asked {
  readonly element: string
  readonly parameter: string
  readonly unit: string
  readonly value: string
  readonly asOf: string
  readonly place: string
}

/** The failure that a refusal of the engine is on the wire, with what would be right. */
export function refusalError(refusal: Refusal, asked: Asked, { kb }: Context): ServiceError {
  const list = (items: readonly string[]): string => items.join(', ')
  switch (refusal.kind) {
    case 'unknown-element':
      return failure('unknown-element', `No se conoce el elemento «${asked.element}»`, `Unknown element "${asked.element}"`, {
        candidates: refusal.candidates,
        errors: [field('/element', 'unknown', refusal.candidates)],
      })
    case 'unknown-parameter':
      return failure(
        'unknown-parameter',
        `No se conoce el parámetro «${asked.parameter}» para «${asked.element}»`,
        `Unknown parameter "${asked.parameter}" for "${asked.element}"`,
        { candidates: refusal.candidates, errors: [field('/parameter', 'unknown', refusal.candidates)] },
      )
    case 'unknown-code': {
      const name = refusal.version === undefined ? refusal.slug : `${refusal.slug} (${refusal.version})`
      return failure('unknown-code', `La base no tiene la norma «${name}»`, `The knowledge base does not hold "${name}"`, {
        candidates: refusal.candidates,
        errors: [field('/codes', 'unknown', refusal.candidates)],
      })
    }
    case 'context': {
      const errors = refusal.faults.map(faultError)
      return failure(
        'validation',
        `El contexto no es válido: ${list(errors.map(({ detail }) => detail))}`,
        `The context is not valid: ${list(errors.map(({ pointer, code }) => `${pointer} ${code}`))}`,
        { errors, candidates: refusal.faults.flatMap(({ candidates }) => candidates) },
      )
    }
    case 'unit-mismatch':
      return failure(
        'unit-mismatch',
        `La unidad «${asked.unit}» no mide «${asked.parameter}»: se espera ${list(refusal.accepted)} u otra convertible`,
        `Unit "${asked.unit}" does not measure "${asked.parameter}": expected ${list(refusal.accepted)} or one that converts`,
        { accepted_units: refusal.accepted, errors: [field('/unit', 'mismatch', refusal.accepted)] },
      )
    case 'unknown-class':
      return failure(
        'validation',
        `«${asked.value}» no es una clase de esta escala: ${list(refusal.accepted)}`,
        `"${asked.value}" is no class of this scale: ${list(refusal.accepted)}`,
        { candidates: refusal.accepted, errors: [field('/value', 'unknown-class', refusal.accepted)] },
      )
    case 'no-applicable-rule':
      return noRuleError(refusal, asked, kb)
    case 'not-in-force':
      return notInForceError(refusal, asked, kb)
    case 'geo-too-coarse':
      return failure(
        'geo-too-coarse',
        `El límite depende de ${list(labels(refusal.dimensions, kb))}, que «${asked.place}» no fija: indique el municipio`,
        `The limit depends on ${list(refusal.dimensions)}, which "${asked.place}" does not settle: name the municipality`,
        { candidates: refusal.candidates, errors: [field('/geo_id', 'too-coarse', [])] },
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
        `To decide, these are needed: ${list(missing.map((one) => one.field))}`,
        { missing },
      )
    }
    default:
      return refusal satisfies never
  }
}

function failure(code: ConstructorParameters<typeof ServiceError>[0], es: string, en: string, extras: ErrorExtras = {}): ServiceError {
  return new ServiceError(code, { es, en }, extras)
}

function field(pointer: string, code: string, right: readonly string[]): FieldError {
  return { pointer, code, detail: right.length === 0 ? code : `expected one of: ${right.join(', ')}` }
}

function faultError({ field: name, fault, candidates }: ContextFault): FieldError {
  const expected = candidates.length === 0 ? '' : `; se espera: ${candidates.join(', ')}`
  const texts = {
    'unknown-field': `campo de contexto desconocido «${name}»${expected}`,
    'not-a-number': `«${name}» ha de ser un número`,
    'not-a-boolean': `«${name}» ha de ser true o false`,
    'unknown-value': `valor desconocido de «${name}»${expected}`,
    'from-place': `«${name}» sale del lugar, no se indica`,
  } as const satisfies Record<ContextFault['fault'], string>
  return { pointer: `/context/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`, code: fault, detail: texts[fault] }
}

/** A missing datum as the user is asked for it. */
export function missingField(dimension: string, rules: readonly string[], kb: Context['kb']): MissingField {
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
  return [...new Set(dimensions.map((name) => kb.book.dimensions.byId.get(name)?.label.toLowerCase() ?? name))]
}
