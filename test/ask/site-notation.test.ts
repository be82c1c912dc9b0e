import { describe, expect, test } from 'vitest'
import { isKept } from '../../server/ask/kept-for.ts'
import { wordsOf } from '../../server/ask/phrase-index.ts'
import { sizesSpelledOut } from '../../server/ask/site-notation.ts'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

describe('sizes as builders write them', () => {
  test.each([
    ['cuatro barras del 10', 'cuatro barras de 10 mm de diámetro'],
    ['barras verticales del 25 y estribos del 6.', 'barras verticales de 25 mm de diámetro y estribos de 6 mm de diámetro.'],
    ['barras de 16 en las esquinas', 'barras de 16 mm de diámetro en las esquinas'],
    ['tubo Ø110 y tubo ø 125 mm', 'tubo 110 mm de diámetro y tubo 125 mm de diámetro'],
    ['tornillos del M10', 'tornillos del 10 mm'],
    ['pilar de 30x40 con cercos', 'pilar de 30x40 (30 cm de menor dimensión) con cercos'],
    ['pilares de 350 × 300 mm', 'pilares de 350x300 (300 mm de menor dimensión)'],
  ])('%s', (text, expected) => {
    expect(sizesSpelledOut(text)).toBe(expected)
  })

  test.each([
    'barras de 12 m',
    'barras de 3 en 3',
    'mortero M10 en la fábrica',
    'la M30 de Madrid',
    'hueco de 2x2,5 m',
    'barandilla de 90 cm',
    'barras del 2024',
  ])('%s stays', (text) => {
    expect(sizesSpelledOut(text)).toBe(text)
  })
})

const ask = async (query: string) => await bodyOf(await service.post('/api/v1/ask', { query }))

describe('questions with such sizes', () => {
  test('a bar named by its number is judged by its diameter', async () => {
    const { verdict } = await ask('En un pilar de hormigón de vivienda han puesto de armadura vertical cuatro barras del 10. ¿Cumple el diámetro?')
    expect(verdict).toBe('NON_COMPLIANT')
  })

  test('links are not judged as the bars that they hold', async () => {
    const { verdict, answer } = await ask('Pilar con barras verticales del 25 y estribos del 6. ¿Vale ese grueso de estribo?')
    expect({ verdict, isJudged: /6 mm no cumple/.test(String(answer)) }).toEqual({ verdict: null, isJudged: false })
  })

  test('what is abbreviated does not hide that there are two values', async () => {
    const { answer, verdict } = await ask('Edif. de viv.: barandilla de entre 85 y 95 cm de altura según el tramo, caída de 3 m, ¿cumple?')
    expect({ verdict, saysWhy: String(answer).includes('«entre 85 y 95 cm»') }).toEqual({ verdict: null, saysWhy: true })
  })
})

describe('things kept for somebody', () => {
  test('ways in are none', () => {
    const words = wordsOf('Local con 2 accesos y 4 plazas accesibles')
    const at = (text: string) =>
      ({ text, unit: undefined, sense: 'exactly', isWord: false, start: words.find((one) => one.text === text)?.start ?? 0 }) as const
    expect(['2', '4'].map((text) => isKept({ ...at(text), end: at(text).start + 1 }, words))).toEqual([false, true])
  })

  test.each([
    ['Cine de 240 butacas con 2 huecos reservados para sillas de ruedas. ¿Son bastantes?', 'NON_COMPLIANT'],
    ['Promoción de 70 VPO en Vitoria con 3 viviendas reservadas para movilidad reducida. ¿Cumple la ley vasca?', 'COMPLIANT'],
    ['Promoción de 70 VPO en Vitoria con 2 viviendas reservadas para movilidad reducida. ¿Cumple la ley vasca?', 'NON_COMPLIANT'],
    [
      'Promoción de 120 viviendas libres en Vitoria-Gasteiz; el promotor reserva 2 para personas con movilidad reducida. ¿Cumple la ley vasca?',
      'NON_COMPLIANT',
    ],
    // A number of dwellings is no percentage.
    ['VPO en Guadalajara de 200 viviendas, reservamos 3 para movilidad reducida. ¿Llega con la ley 1/1994?', null],
    ['40 VPO en Guadalajara y reserva 1 para personas con movilidad reducida. ¿Llega con la ley 1/1994?', null],
  ])('%s', async (question, expected) => {
    expect((await ask(question))['verdict']).toBe(expected)
  })
})
