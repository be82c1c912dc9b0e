import type { z } from 'zod'
import { type Book, type BookDocument, bookFrom, type WholeParts } from '../../server/engine/book.ts'
import { type Place, withRecord } from '../../server/engine/place.ts'
import { dimension, element, parameter, rule, table } from '../../server/engine/schema.ts'

type Parts = Partial<Pick<WholeParts, 'everyday' | 'nearSynonyms' | 'thresholds' | 'scales'>> & {
  readonly documents?: readonly Partial<BookDocument>[]
  readonly elements: readonly z.input<typeof element>[]
  readonly parameters: readonly z.input<typeof parameter>[]
  readonly dimensions?: readonly Omit<z.input<typeof dimension>, 'help'>[]
  readonly tables?: readonly Partial<z.input<typeof table>>[]
  /** `of`: the document. */
  readonly rules: readonly (Partial<z.input<typeof rule>> & { readonly of?: string })[]
}

const printed = { editions: ['1'], verification: 'official_text', sources: ['x'] } satisfies Partial<z.input<typeof rule>>

/** A book of a few parts: documents `d` (or those given) in edition `1` since 2020, rules of at most 3 m. */
export function smallBook({ documents = [{}], elements, parameters, dimensions = [], tables = [], rules, scales = [], ...more }: Parts): Book {
  return bookFrom({
    ...more,
    scales,
    documents: documents.map(document),
    units: [
      { symbol: 'm', spellings: [], factor: '1', base: { m: 1 } },
      { symbol: 'cm', spellings: [], factor: '0.01', base: { m: 1 } },
      { symbol: 'kg', spellings: [], factor: '1', base: { kg: 1 } },
      { symbol: '1', spellings: [], factor: '1', base: {} },
    ],
    elements: elements.map((one) => element.parse(one)),
    parameters: parameters.map((one) => parameter.parse(one)),
    dimensions: dimensions.map((one) => dimension.parse({ help: 'x', ...one })),
    sections: [],
    tables: tables.map((one) => table.parse({ document: 'd', table: 't', number: 'T', title: 'Tabla', section: 's', ...printed, ...one })),
    rules: rules.map(({ of = 'd', ...parts }, index) => ({ document: of, rule: ruleFrom(parts, index) })),
  })
}

function document(parts: Partial<BookDocument>): BookDocument {
  return {
    ...{ slug: 'd', collection: 'c', title: 'D', shortTitle: 'D', url: null, ccaa: null, displacedIn: [], regionalMatters: [] },
    ...{ notices: [], outside: [], firstInForce: null, notHeld: [] },
    editions: [{ version: '1', label: '1', from: '2020-01-01', to: null }],
    ...parts,
  }
}

function ruleFrom(parts: Partial<z.input<typeof rule>>, index: number): z.output<typeof rule> {
  const plain = { id: `r${index}`, title: `Regla ${index}`, element: 'puerta', parameter: 'anchura', unit: 'm', bound: 'max' } as const
  return rule.parse({ ...plain, ...printed, value: { const: '3' }, cite: { section: 's' }, ...parts })
}

/** A place of which nothing is known but its community. */
export function placeIn(ccaa: string | null): Place {
  const nothing = { province: null, territory: null, altitudeM: null, climateZone: null, radonZone: null, seismicListed: null, isCapital: null }
  const unknown = { seismicAbG: null, seismicK: null, windZone: null, windQuality: null, snowZone: null, snowQuality: null }
  const place = { geoId: 'ES', name: 'España', level: 'country', bands: [], doubts: new Map(), within: [] } as const
  return withRecord(place, { ccaa, ...nothing, ...unknown })
}
