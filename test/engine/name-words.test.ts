import { describe, expect, test } from 'vitest'
import { nameWords, singular, squashed, wordsKey } from '../../server/engine/name-words.ts'

describe('a Greek letter is read by its name, small or capital', () => {
  const letters = {
    ...{ α: 'alfa', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', η: 'eta', θ: 'theta', λ: 'lambda', μ: 'mu', µ: 'mu', ρ: 'rho' },
    ...{ σ: 'sigma', τ: 'tau', φ: 'fi', ϕ: 'fi', ψ: 'psi', ω: 'omega', ø: 'diametro' },
  }
  test.each(Object.entries(letters))('%s: %s', (letter, name) => {
    expect(squashed(letter)).toBe(name)
    expect(nameWords(letter)).toEqual([singular(name)])
    expect(squashed(`${letter}10 x ${letter}`)).toBe(`${name}10x${name}`)
  })
  test.each([
    ['Λ', 'lambda'],
    ['Ω', 'omega'],
    ['Ø16', 'diametro16'],
  ])('%s: %s', (letter, name) => {
    expect(squashed(letter)).toBe(name)
    expect(nameWords(letter)).toEqual([name])
  })
  test('one without a name here says nothing', () => {
    expect(squashed('aπb')).toBe('ab')
    expect(nameWords('aislante π')).toEqual(['aislant'])
    expect(nameWords('π')).toEqual([])
  })
})

describe('a name without anything but letters and digits', () => {
  test.each([
    ['D2m,nT,Atr', 'd2mntatr'],
    ['  Bajo - cubierta (1.ª) ', 'bajocubierta1'],
    ['35 %', '35%'],
    ['Ñandú', 'nandu'],
    ['—', ''],
  ])('%s: %s', (text, squeezed) => expect(squashed(text)).toBe(squeezed))
})

describe('the words of a name', () => {
  test.each<[string, string[]]>([
    ['Las puertas de paso', ['puerta', 'paso']],
    ['PUERTA', ['puerta']],
    ['alféizar sin salida', ['alfeizar', 'sin', 'salida']],
    ['m² de superficie', ['m2', 'superficie']],
    ['10⁴', ['104']],
    ['n.º de plazas', ['numero', 'plaza']],
    ['Nº plazas', ['numero', 'plaza']],
    ['n° 3', ['numero', '3']],
    ['balcón 3º', ['balcon', '3']],
    ['balcón.º', ['balcon']],
    ['1.000,5 m', ['1.000,5', 'm']],
    ['EI2 60-C5', ['ei2', '60', 'c5']],
    ['y/o', []],
    ['', []],
    ['puerta.', ['puerta']],
    ['muro,tabique', ['muro', 'tabique']],
    ["L'nT,w", ['lnt,w']],
    ['DnT,A', ['dnt,a']],
    ['D’nT', ['dnt']],
    ['valor U', ['valor', 'u']],
    ['Zona A', ['zona', 'a']],
    ['a', ['a']],
    ['puerta y ventana', ['puerta', 'ventana']],
  ])('%s', (text, words) => {
    expect(nameWords(text)).toEqual(words)
    // The second time as the first.
    expect(nameWords(text)).toEqual(words)
  })
})

test.each([
  ['puertas', 'puerta'],
  ['puerta', 'puerta'],
  ['paredes', 'pared'],
  ['pared', 'pared'],
  ['luz', 'luc'],
  ['luces', 'luc'],
  ['bloques', 'bloque'],
  ['bloque', 'bloque'],
  ['pie', 'pie'],
  ['bies', 'bie'],
  ['wc', 'wc'],
  ['as', 'as'],
  ['ups', 'up'],
  ['ees', 'ee'],
  ['les', 'le'],
  ['pres', 'pre'],
  ['stress', 'stress'],
  ['b1s', 'b1s'],
])('%s in one number is %s', (word, one) => expect(singular(word)).toBe(one))

test('a key of words is the same in any order, and a word counts once', () => {
  expect(wordsKey(['puerta', 'anchura', 'puerta'])).toBe('anchura puerta')
  expect(wordsKey(new Set(['b', 'a']))).toBe('a b')
  expect(wordsKey([])).toBe('')
})
