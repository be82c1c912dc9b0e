import { type Book, sectionIn, shortTitle } from '../engine/book.ts'
import { comparisonOf } from '../engine/compare.ts'
import { toSpanish } from '../engine/decimal.ts'
import type { Lapse } from '../engine/lapse.ts'
import type { Bound, LoadedRule } from '../engine/limit.ts'
import type { Refusal } from '../engine/outcome.ts'
import { spanishDay } from '../engine/spanish-day.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { Text } from '../errors/language.ts'
import { type ErrorExtras, ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { jsonNumber } from './json-values.ts'

type NoRule = Extract<Refusal, { kind: 'no-applicable-rule' }>
type NotInForce = Extract<Refusal, { kind: 'not-in-force' }>

/** The words of the request that the message repeats. */
interface Asked {
  readonly element: Text
  readonly parameter: Text
  readonly asOf: string
}

/** The error if no rule applies. `reason` says why: the rules do not apply to this case, the base does not have the limit (with the section to read), or there is only a threshold (with its figure). */
export function noRuleError(refusal: NoRule, asked: Asked, kb: KnowledgeBase): ServiceError {
  const { reason, text, ...extras } = explain(refusal, asked, kb)
  return new ServiceError('no-applicable-rule', text, { reason, ...extras })
}

interface Explained extends Pick<ErrorExtras, 'see' | 'thresholds' | 'candidates'> {
  readonly reason: NonNullable<ErrorExtras['reason']>
  readonly text: Text
}

function explain(refusal: NoRule, asked: Asked, kb: KnowledgeBase): Explained {
  const what = `«${asked.parameter.es}» de «${asked.element.es}»`
  const plain = `"${asked.parameter.en}" of "${asked.element.en}"`
  const cited = refusal.rules.map((loaded) => placeOf(loaded, kb))[0] ?? ''
  switch (refusal.why) {
    case 'not-held': {
      const gaps = refusal.gaps ?? []
      const list = gaps.map(({ document, number, text }) => `${shortTitle(kb.book, document)}, ${number} (${text})`).join('; ')
      return {
        reason: 'not-held',
        text: {
          es: `La base no tiene el límite de ${what}, que está en: ${list}. Consúltelo en el texto oficial`,
          en: `The base does not hold the limit on ${plain}; it is in: ${list}. Read it in the official text`,
        },
        see: gaps.map((gap) => sectionLink(kb.book, gap)),
      }
    }
    case 'threshold':
      return thresholdAnswer(refusal, { what, plain }, kb)
    case 'not-a-limit':
      return {
        reason: 'not-a-limit',
        text: {
          es: `La base conoce ${what} (${refusal.text}; ${cited}), pero no como límite con el que cumplir o no`,
          en: `${plain} is known (${cited}), but not as a limit to comply with`,
        },
      }
    case 'forbidden':
      return {
        reason: 'not-admitted',
        text: {
          es: `El texto no admite este caso: ${refusal.text ?? cited}`,
          en: `The text does not admit this case, whatever its value (${cited})`,
        },
      }
    case 'exempt':
      return notBound(`El caso está exento: ${refusal.text ?? cited}`, `The case is exempt (${cited})`)
    case 'no-limit':
      return notBound(`El texto no fija límite para este caso (${cited})`, `The text sets no limit for this case (${cited})`)
    case 'conditions': {
      const why = (refusal.unmet ?? []).slice(0, 3).map(({ loaded, dimension }) => ({
        place: placeOf(loaded, kb),
        label: kb.book.dimensions.byId.get(dimension)?.label ?? dimension,
      }))
      const es = [...new Set(why.map(({ place, label }) => `${place} no obliga por «${label}»`))].join('; ')
      const en = [...new Set(why.map(({ place, label }) => `${place} does not bind because of "${label}"`))].join('; ')
      return notBound(
        `Ninguna regla de ${what} obliga en las condiciones indicadas${es === '' ? '' : `: ${es}`}`,
        `No rule on ${plain} binds under the conditions given${en === '' ? '' : `: ${en}`}`,
      )
    }
    case 'none': {
      const near = refusal.neighbours ?? []
      const instead = near.length === 0 ? '' : `; sí lo limita de: ${near.map(({ label }) => `«${label}»`).join(', ')}`
      return {
        reason: 'no-rule',
        text: {
          es: `La base no tiene ninguna regla que limite ${what} en las normas consultadas: eso no prueba que ninguna lo haga${instead}${refusal.text === undefined || refusal.text === '' ? '' : `; de ese elemento se puede comprobar: ${refusal.text}`}`,
          en: `The base has no rule that limits ${plain} in the regulations asked for: that does not prove that none does${near.length === 0 ? '' : `; it has one for: ${near.map(({ label, en = label }) => `"${en}"`).join(', ')}`}`,
        },
        ...(near.length === 0 ? {} : { candidates: near.map(({ id }) => id) }),
      }
    }
    default:
      return refusal.why satisfies never
  }
}

function notBound(es: string, en: string): Explained {
  return { reason: 'not-bound', text: { es, en } }
}

function thresholdAnswer(refusal: NoRule, { what, plain }: { readonly what: string; readonly plain: string }, kb: KnowledgeBase): Explained {
  const figures = (refusal.thresholds ?? []).flatMap(({ loaded, bounds }) => bounds.map((bound) => ({ loaded, bound })))
  const es = figures.map(({ loaded, bound }) => `${loaded.rule.title}: ${sideInWords(bound, loaded).es} (${placeOf(loaded, kb)})`).join('; ')
  const en = figures.map(({ loaded, bound }) => `the threshold is ${sideInWords(bound, loaded).en} (${placeOf(loaded, kb)})`).join('; ')
  const first = refusal.rules[0]
  const bare = first === undefined ? '' : placeOf(first, kb)
  return {
    reason: 'threshold',
    text: {
      es: `No se limita ${what}: solo es un umbral. ${es === '' ? `${refusal.text} (${bare}), cuya cifra depende de datos que faltan` : es}`,
      en: `${plain} is not limited: it is only a threshold. ${en === '' ? `Its figure depends on data not given (${bare})` : en}`,
    },
    thresholds: figures.map(({ loaded, bound }) => ({
      rule: loaded.rule.id,
      title: loaded.rule.title,
      comparison: comparisonOf(bound),
      limit_value: jsonNumber(bound.limit),
      unit: loaded.rule.unit,
    })),
    see: [...new Set(figures.map(({ loaded }) => loaded))].map(({ document, rule }) =>
      sectionLink(kb.book, { document, section: rule.cite.section, number: rule.cite.locator ?? rule.cite.section }),
    ),
  }
}

/** The figure of a threshold and its side, as the rule writes them: what it begins or frees, its title says. */
function sideInWords({ side, limit, strict }: Bound, { rule }: LoadedRule): Text {
  const figure = typeof limit === 'string' ? limit : withUnit(toSpanish(limit), rule.unit)
  const inEnglish = typeof limit === 'string' ? limit : withUnit(toSpanish(limit).replace(',', '.'), rule.unit, 'en')
  if (side === 'max')
    return strict ? { es: `menos de ${figure}`, en: `less than ${inEnglish}` } : { es: `${figure} o menos`, en: `${inEnglish} or less` }
  if (side === 'min') return strict ? { es: `más de ${figure}`, en: `more than ${inEnglish}` } : { es: `${figure} o más`, en: `${inEnglish} or more` }
  return { es: figure, en: inEnglish }
}

/** The error if the rule is not in force on the day asked for. It distinguishes rules that did not exist from editions that the base does not have. */
export function notInForceError({ editions, lapses }: NotInForce, asked: Asked, kb: KnowledgeBase): ServiceError {
  const heldIn = (until: string, dayText: (iso: string) => string): string =>
    editions
      .map(
        ({ document, version, from: first, to }) =>
          `${shortTitle(kb.book, document)} ${version} (${dayText(first)} – ${to === null ? until : dayText(to)})`,
      )
      .join(', ')
  const sentences = lapses.map((lapse) => lapseText(lapse, shortTitle(kb.book, lapse.document), asked.asOf))
  // A gap in the base matters more than another document that did not exist yet.
  const order = ['edition-not-held', 'rule-not-held', 'history-unknown', 'repealed', 'not-yet'] as const
  const reason = order.find((one) => lapses.some((lapse) => lapse.reason === one))
  return new ServiceError(
    'not-in-force',
    {
      es: `${sentences.map(({ es }) => es).join('. ')}. Ediciones con esta regla: ${heldIn('hoy', spanishDay)}`,
      en: `${sentences.map(({ en }) => en).join('. ')}. Editions with this rule: ${heldIn('today', (iso) => iso)}`,
    },
    { ...(reason === undefined ? {} : { reason }), candidates: editions.map(({ document, version }) => ({ slug: document, version })) },
  )
}

function lapseText({ reason, version, day }: Lapse, title: string, asOf: string): Text {
  const on = spanishDay(asOf)
  const then = spanishDay(day ?? '')
  switch (reason) {
    case 'not-yet':
      return {
        es: `El ${on} el ${title} no existía: rige desde el ${then}. La base no tiene la norma que hubiera antes`,
        en: `On ${asOf} ${title} did not exist: it is in force since ${day}. The base does not hold what stood before it`,
      }
    case 'repealed':
      return {
        es: `El ${on} el ${title} ya no regía: rigió hasta el ${then}`,
        en: `On ${asOf} ${title} was no longer in force: it was until ${day}`,
      }
    case 'edition-not-held':
      return {
        es: `El ${on} el ${title} regía (desde el ${then}), pero la base no tiene la edición de ese día: no puede decir qué límite fijaba`,
        en: `On ${asOf} ${title} was in force (since ${day}), but the base does not hold its edition of that day: it cannot tell what it limited`,
      }
    case 'rule-not-held':
      return {
        es: `El ${on} regía la edición ${version} del ${title}, en la que la base no recoge esta regla: no puede decir si ya la tenía`,
        en: `On ${asOf} edition ${version} of ${title} was in force; the base holds no such rule in it and cannot tell whether it had one`,
      }
    case 'history-unknown':
      return {
        es: `La base tiene el ${title} desde el ${then} y no sabe si regía el ${on}, ni con qué límite`,
        en: `The base holds ${title} from ${day} and does not know whether it was in force on ${asOf}, nor with what limit`,
      }
    default:
      return reason satisfies never
  }
}

function placeOf({ document, rule }: LoadedRule, { book }: KnowledgeBase): string {
  return `${shortTitle(book, document)}, ${rule.cite.locator ?? rule.cite.section}`
}

function sectionLink(book: Book, { document, section, number }: { readonly document: string; readonly section: string; readonly number: string }) {
  const found = book.documents.get(document)
  const version = found?.editions.at(-1)?.version ?? ''
  return {
    code_slug: document,
    section_slug: section,
    section: sectionIn(book, document, section, version)?.number ?? section,
    number,
    url: `/api/v1/normativa/${found?.collection ?? ''}/${document}/${section}`,
  }
}
