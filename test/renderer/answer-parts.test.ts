import { describe, expect, test } from 'vitest'
import { answerParts, reasonOf } from '../../renderer/preguntar/answer-parts.ts'

const figure = { rule: 'r', unit: 'cm', code_slug: 'cte-db-sua', section_slug: 's', verdict: null, missing: [] }
const general = { ...figure, title: 'Huella general', bounds: [{ comparison: 'gte' as const, value: 28 }] }
const limited = { ...figure, title: 'Huella general restringida', bounds: [{ comparison: 'gte' as const, value: 22 }] }
const open = { ...figure, title: 'Anchura', bounds: [], missing: ['uso'] }
const parts = (answer: string, figures: readonly (typeof general | typeof open)[], kind: 'figure' | 'several' | 'extract' = 'several') =>
  answerParts({ answer, figures: [...figures], kind })

describe('the parts of an answer', () => {
  test('are its text, its cases with their conditions, and the quotation', () => {
    expect(
      parts(
        'Escalera, huella (DB-SUA (2022), SUA 1, 4.2.1):\n- Huella general restringida: como mínimo 22 cm, con uso: restringido\n- Huella general: como mínimo 28 cm\nLo decide: uso.\n«Huella.\nEn tramos rectos, 28 cm.»',
        [general, limited],
      ),
    ).toEqual({
      parts: [
        { kind: 'text', text: 'Escalera, huella (DB-SUA (2022), SUA 1, 4.2.1):' },
        {
          kind: 'cases',
          cases: [
            { figure: limited, notes: ['uso: restringido'] },
            { figure: general, notes: [] },
          ],
        },
        { kind: 'text', text: 'Lo decide: uso.' },
      ],
      quote: ['Huella.', 'En tramos rectos, 28 cm.'],
    })
  })

  test('sentences on several figures are cases too, without their citation; what fails to hold a figure stays text', () => {
    const answer =
      '27 cm no cumple. Huella general en Madrid (zona D3): como mínimo 28 cm, con uso: general (DB-SUA (2022), SUA 1, 4.2.1).\nAnchura: depende de uso (m2), que la pregunta no indica (DB-SUA (2022), SUA 1, 4.2.2).'
    expect(parts(answer, [general, open]).parts).toEqual([
      {
        kind: 'cases',
        cases: [
          { figure: general, notes: ['27 cm no cumple.', 'en Madrid (zona D3)', 'uso: general'] },
          { figure: open, notes: ['depende de uso (m2), que la pregunta no indica'] },
        ],
      },
    ])
    expect(parts(answer.split('\n')[0] ?? '', [general], 'figure').parts).toEqual([{ kind: 'text', text: answer.split('\n')[0] }])
  })

  test('a case that depends on a condition has a figure for each of its values', () => {
    expect(
      parts('X:\n- Anchura: Uso A, como mínimo 1 m; Uso B, como mínimo 2 m\n- Huella general: como mínimo 28 cm', [open, general]).parts[1],
    ).toEqual({
      kind: 'cases',
      cases: [
        { figure: open, notes: ['Uso A, como mínimo 1 m', 'Uso B, como mínimo 2 m'] },
        { figure: general, notes: [] },
      ],
    })
  })

  test('the values of one missing condition, without the citation that the sources repeat', () => {
    expect(
      parts('Anchura: depende de zona:\n- A: como mínimo 1 m\n- B: c: como mínimo 2 m\n (DB-HE (2022), HE 1).\n«Texto.»', [open], 'figure'),
    ).toEqual({
      parts: [
        { kind: 'text', text: 'Anchura: depende de zona:' },
        {
          kind: 'values',
          rows: [
            ['A', 'como mínimo 1 m'],
            ['B: c', 'como mínimo 2 m'],
          ],
        },
      ],
      quote: ['Texto.'],
    })
  })

  test('an extract quotes everything below its first line', () => {
    expect(parts('Según DB-HE (2022), HE 1:\nUno.\nDos.', [], 'extract')).toEqual({
      parts: [{ kind: 'text', text: 'Según DB-HE (2022), HE 1:' }],
      quote: ['Uno.', 'Dos.'],
    })
    expect(parts('Reworded by a model.', [], 'extract')).toEqual({ parts: [{ kind: 'text', text: 'Reworded by a model.' }], quote: [] })
  })

  test('the reason of a refusal is what stands before its list', () => {
    expect(reasonOf('«X» no es un lugar de la base. Mire aquí:\n- HE 1')).toBe('«X» no es un lugar de la base.')
    expect(reasonOf('No lo encuentro en la base.')).toBe('No lo encuentro en la base.')
  })
})
