import { describe, expect, test } from 'vitest'
import { alikeAmong, identifier, nameKey } from '../../server/engine/text.ts'

describe('one spelling', () => {
  test.each([
    ['cubierta-plana', 'cubierta-plana'],
    ['Cubierta_Plana', 'cubierta-plana'],
    ['  CUBIERTA   plana ', 'cubierta-plana'],
    ['--cubierta--plana--', 'cubierta-plana'],
    ['Cerámica «ñ»', 'ceramica-n'],
    ['climate_zone.winter', 'climate-zone.winter'],
    ['50%', '50%'],
    ['α de absorción', 'alpha-de-absorcion'],
    ['', ''],
    ['-', ''],
  ])('of the identifier %j is %j', (text, expected) => expect(identifier(text)).toBe(expected))

  test.each([
    ['Alacant/Alicante', 'alacant alicante'],
    ['  L’Hospitalet de Llobregat ', 'l hospitalet de llobregat'],
    ['Peñíscola (Castellón)', 'peniscola castellon'],
    ['Écija', 'ecija'],
  ])('of the name %j is %j', (name, expected) => expect(nameKey(name)).toBe(expected))
})

describe('the names most like an unknown one', () => {
  const names = ['puerta', 'puerta-de-garaje', 'puerto', 'ventana', 'barandilla', 'baranda', 'escalera', 'cubierta-plana'].map(
    (one) => [one, one] as const,
  )
  const alike = alikeAmong(names)

  test('are found with a letter more, less or changed, the best first', () => {
    expect(alike('puerta').slice(0, 3)).toEqual(['puerta', 'puerta-de-garaje', 'puerto'])
    expect(alike('puertas')[0]).toBe('puerta')
    expect(alike('ventanna')[0]).toBe('ventana')
    expect(alike('escaler')[0]).toBe('escalera')
    expect(alike('Barandila')[0]).toBe('barandilla')
    expect(alike('plana')[0]).toBe('cubierta-plana')
  })

  test('are those that hold the text, from four letters on', () => {
    const long = alikeAmong([['tabique-de-distribucion-interior', 'tabique']])
    expect([long('dist'), long('dis'), long('distrito')]).toEqual([['tabique'], [], []])
  })

  test('are none where nothing is like it', () => expect([alike('xyz'), alike('')]).toEqual([[], []]))

  test('are those of some only, where the others may not be meant', () => {
    expect(alike('puerta', new Set(['puerto', 'ventana']))).toEqual(['puerto'])
    expect(alike('puerta', new Set())).toEqual([])
  })

  test('are five at most, those that are as alike in the order of the alphabet, and each once by its best name', () => {
    const many = alikeAmong(['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((end) => [`viga-${end}`, `viga-${end}`] as const))
    expect(many('viga-x')).toEqual(['viga-a', 'viga-b', 'viga-c', 'viga-d', 'viga-e'])
    const twice = alikeAmong([
      ['hueco de ventana', 'hueco'],
      ['ventana', 'hueco'],
      ['ventanal', 'ventanal'],
    ])
    expect(twice('ventana')).toEqual(['hueco', 'ventanal'])
  })
})
