import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { PlaceReading } from '../../server/ask/places.ts'
import { type SlotReader, slotReader } from '../../server/ask/slots.ts'
import { realBase } from '../service.ts'

const kb = realBase()
const reader: SlotReader = slotReader(kb)
const placeOf = (question: string): PlaceReading => reader.read(question).place

const provinces = new Map(kb.geography.provinces.map(({ code, name }) => [code, name]))
const inflected = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '')

/** Names that without their ñ would be stop words: Uña. */
const needsLetters = new Set(['Uña'])

const shapes: readonly (readonly [string, (name: string, province: string) => string])[] = [
  ['in the middle, after "en"', (name) => `¿Qué transmitancia máxima admite en ${name} una cubierta plana?`],
  ['with its province in brackets', (name, province) => `U máxima de fachada en ${name} (${province})`],
  [
    'without accents or capitals',
    (name) => `u maxima de fachada en el municipio de ${needsLetters.has(name) ? name : inflected(name).toLowerCase()}`,
  ],
]

describe('the place that a question names', () => {
  test.each(shapes)('every municipality resolves, in each official name: %s', (_, sentence) => {
    const wrong = kb.geography.list({}).flatMap(({ ine, name, province }) =>
      [...new Set([name, ...name.split('/')])].filter((one) => {
        const found = placeOf(sentence(one, provinces.get(province) ?? ''))
        return !(found.kind === 'municipality' && found.ine === ine) && !(found.kind === 'several' && found.ines.includes(ine))
      }),
    )
    expect(wrong).toEqual([])
  })
  test.each([
    ['Escalera en una calle de Logroño', '26089'],
    ['Rampa de un barrio de Gijón', '33024'],
    ['Escalera en la calle de Toledo', undefined],
    ['Escalera de la calle Logroño', undefined],
  ])('a street of a town says the town, the name of a street does not: %s', (question, ine) => {
    const found = placeOf(question)
    expect(found.kind === 'municipality' ? found.ine : undefined).toBe(ine)
  })
  test('only names that several places share are ambiguous, and their province resolves them', () => {
    const undecided = kb.geography.list({}).filter(({ name }) => placeOf(`U de fachada en ${name}`).kind === 'several')
    expect(undecided.map(({ name }) => name).every((name) => name === 'Andorra' || undecided.filter((one) => one.name === name).length > 1)).toBe(
      true,
    )
    expect(undecided).toHaveLength(35)
    for (const { ine, name, province } of undecided)
      expect(placeOf(`U de fachada en ${name} (${provinces.get(province)})`)).toEqual({ kind: 'municipality', ine })
  })
  test('every other spelling resolves: article at the end, former name, one half of a double name', () => {
    const wrong = kb.geography.spellings().flatMap(({ ine, keys }) =>
      keys.filter((key) => {
        const found = placeOf(`U de fachada en el municipio de ${key === 'una' ? 'uña' : key}`)
        return !(found.kind === 'municipality' && found.ine === ine) && !(found.kind === 'several' && found.ines.includes(ine))
      }),
    )
    expect(wrong).toEqual([])
  })
  test.each([
    ['Zarza, La (Badajoz)', '06162'],
    ['del Molar (Tarragona)', '43085'],
    ['Hospitalet de Llobregat', '08101'],
    ['l’Hospitalet de Llobregat', '08101'],
    ['Donostia - San Sebastián', '20069'],
    ['Elche/Elx', '03065'],
    ['Lorca (Región de Murcia, España)', '30024'],
    ['Moya (Gran Canaria)', '35013'],
    ['Calahorra (La Rioja)', '26036'],
    ['Noáin', '31088'],
    ['soria', '42173'],
    ['Toledo, a 30 km de Madrid', '45168'],
  ])('"en %s" is %s', (written, ine) => {
    expect(placeOf(`U máxima de fachada en ${written}`)).toEqual({ kind: 'municipality', ine })
  })
  test.each(lines('questions-without-municipality.txt'))('names no municipality: %s', (question) => {
    expect(['none', 'area']).toContain(placeOf(question).kind)
  })
  test.each(lines('questions-abroad.txt'))('is abroad: %s', (question) => {
    expect(placeOf(question).kind).toBe('foreign')
  })
  test('words that the knowledge base writes in lower case are not places without an introduction', () => {
    const seen = new Set<string>()
    for (const { slug } of kb.documents)
      for (const { slug: section } of kb.articles.contents(slug))
        for (const { plain } of kb.articles.wordings(slug, section))
          for (const [word] of plain.matchAll(/(?<!\p{L})\p{Ll}{4,}(?!\p{L})/gu)) seen.add(word)
    expect([...seen].filter((word) => placeOf(`en ${word}`).kind === 'municipality')).toEqual([])
  })
})

function lines(file: string): string[] {
  return readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}
