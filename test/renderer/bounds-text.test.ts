import { describe, expect, test } from 'vitest'
import { boundsText } from '../../renderer/preguntar/bounds-text.ts'
import { askedAt, conversationAddress, questionsOf } from '../../renderer/preguntar/conversation.ts'
import { quantity, texts } from '../../renderer/text.ts'

const said = (bounds: Parameters<typeof boundsText>[0]['bounds'], language: 'es' | 'en' = 'es') =>
  boundsText(
    { rule: 'r', title: 't', bounds, unit: 'cm', code_slug: 'd', section_slug: 's', verdict: null, missing: [] },
    { text: texts[language], language },
  ).replaceAll('\u00a0', '~')

test('quantities have the marks of the language, and stay on one line', () => {
  expect(quantity(0.35, 'W/m²K', 'es')).toBe('0,35\u00a0W/m²K')
  expect(quantity(-5, '°C', 'es')).toBe('−5\u00a0°C')
  expect(quantity(1200, 'm', 'es')).toBe('1200\u00a0m')
  expect(quantity(12500.5, 'm²', 'es')).toBe('12\u202f500,5\u00a0m²')
  expect(quantity(12500.5, 'm²', 'en')).toBe('12,500.5\u00a0m²')
  expect(quantity(0.5, '1', 'es')).toBe('0,5')
})

test('limits are said in words', () => {
  expect(said([{ comparison: 'gte', value: 28.5 }])).toBe('como mínimo 28,5~cm')
  expect(
    said([
      { comparison: 'lte', value: 110 },
      { comparison: 'gte', value: 90 },
    ]),
  ).toBe('entre 90 y 110~cm')
  expect(
    said([
      { comparison: 'gt', value: 1 },
      { comparison: 'lte', value: 3 },
    ]),
  ).toBe('más de 1~cm y como máximo 3~cm')
  expect(said([{ comparison: 'gte', value: 'EI 60' }], 'en')).toBe('class EI 60 or better')
})

describe('a conversation', () => {
  const questions = ['¿A & B?', '2', '3', '4', '5', '6', '7', '8']
  test('is in its address', () => {
    expect(questionsOf(new URL(conversationAddress(questions), 'http://x').searchParams)).toEqual(questions)
    expect(questionsOf(new URLSearchParams('q=&q=+&q=a'))).toEqual(['a'])
    expect(conversationAddress([])).toBe('/preguntar')
  })
  test('sends at most six earlier questions, oldest first', () => {
    expect(askedAt(questions, 0)).toEqual({ question: '¿A & B?', history: [] })
    expect(askedAt(questions, 7)).toEqual({ question: '8', history: ['2', '3', '4', '5', '6', '7'] })
  })
})
