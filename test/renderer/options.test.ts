import { describe, expect, test } from 'vitest'
import { matching, type Option, optionMeant, optionNamed } from '../../renderer/shared/options.ts'
import { searchKey } from '../../renderer/text.ts'

const option = (id: string, label: string, more = ''): Option => ({ id, label, search: searchKey(`${label} ${id} ${more}`) })
const options = [option('ES-05019', 'Ávila (05019)'), option('ES-28079', 'Madrid (28079)'), option('ES-28080', 'Majadahonda (28080)', 'Madrid')]

describe('an option of a list', () => {
  test('is found by label or id, ignoring accents and case', () => {
    expect(optionNamed(options, 'avila (05019)')?.id).toBe('ES-05019')
    expect(optionNamed(options, 'es-28079')?.label).toBe('Madrid (28079)')
    expect(optionNamed(options, 'Avil')).toBeUndefined()
    expect(optionNamed(options, ' ')).toBeUndefined()
  })

  test('is found by code or bare name too, unless two options have that name', () => {
    const named = (id: string, name: string): Option => ({ ...option(id, `${name} (${id})`), also: [name, id] })
    const towns = [named('12345', 'Mieres'), named('54321', 'Mieres'), named('42173', 'Soria')]
    expect(optionMeant(towns, 'soria')?.id).toBe('42173')
    expect(optionMeant(towns, '42173')?.id).toBe('42173')
    expect(optionMeant(towns, 'mieres')).toBeUndefined()
    expect(optionMeant(towns, 'Mieres (54321)')?.id).toBe('54321')
    expect(optionNamed(towns, 'soria')).toBeUndefined()
    expect(matching(towns, 'mieres').map(({ id }) => id)).toEqual(['12345', '54321'])
  })

  test('that begins with the text comes before one that only contains it', () => {
    expect(matching(options, 'madrid').map(({ id }) => id)).toEqual(['ES-28079', 'ES-28080'])
    expect(matching(options, '05019').map(({ id }) => id)).toEqual(['ES-05019'])
    expect(matching(options, 'zzz')).toEqual([])
  })

  test('with the whole name comes first, then one with the word, then one that contains the text', () => {
    const named = (label: string, ...names: string[]): Option => ({ ...option(label, label, names.join(' ')), names })
    const list = [
      named('Compuerta'),
      named('Aula', 'escuela'),
      named('Lucernario de cubierta'),
      named('Azotea', 'cubierta'),
      named('Cubiertas ajardinadas'),
      named('Zona', 'bajo cubierta'),
      named('Cubierta plana'),
      named('Local descubierto'),
      named('Cubierta'),
    ]
    expect(matching(list, 'cubierta').map(({ label }) => label)).toEqual([
      'Cubierta',
      'Azotea',
      'Cubierta plana',
      'Lucernario de cubierta',
      'Zona',
      'Cubiertas ajardinadas',
      // The text already names an option, so the list has all of them.
      'Compuerta',
      'Aula',
      'Local descubierto',
    ])
    expect(matching(list, 'cubiert').map(({ label }) => label)).toEqual([
      'Cubierta',
      'Cubierta plana',
      'Cubiertas ajardinadas',
      'Azotea',
      'Lucernario de cubierta',
      'Zona',
      'Local descubierto',
    ])
    expect(matching(list, 'puerta').map(({ label }) => label)).toEqual(['Compuerta'])
    expect(matching(list, 'plan cub').map(({ label }) => label)).toEqual(['Cubierta plana'])
  })

  test('used recently comes first, if it matches', () => {
    const ids = (text: string) => matching(options, text, ['Majadahonda (28080)', 'Ávila (05019)', 'Sitio que ya no está']).map(({ id }) => id)
    expect(ids('')).toEqual(['ES-28080', 'ES-05019', 'ES-28079'])
    expect(ids('madrid')).toEqual(['ES-28080', 'ES-28079'])
  })
})
