import { describe, expect, test } from 'vitest'
import { blocksOf } from '../../renderer/shared/markdown-blocks.ts'
import { inline } from '../../renderer/shared/markdown-inline.ts'
import { realBase } from '../service.ts'

describe('the text of an article', () => {
  test('has nested lists, with paragraphs inside items', () => {
    expect(blocksOf('1. Uno\n   - a\n   - b\n\n   Además.\n2. Dos\n\nFin.')).toEqual([
      {
        kind: 'list',
        start: 1,
        items: [
          [
            { kind: 'paragraph', text: 'Uno' },
            {
              kind: 'list',
              start: undefined,
              items: [[{ kind: 'paragraph', text: 'a' }], [{ kind: 'paragraph', text: 'b' }]],
            },
            { kind: 'paragraph', text: 'Además.' },
          ],
          [{ kind: 'paragraph', text: 'Dos' }],
        ],
      },
      { kind: 'paragraph', text: 'Fin.' },
    ])
  })

  test('puts a paragraph after the bullets of item 10 into the item, not into the last bullet', () => {
    expect(blocksOf('10. Uno\n    - a\n\n    Además.')).toEqual([
      {
        kind: 'list',
        start: 10,
        items: [
          [
            { kind: 'paragraph', text: 'Uno' },
            { kind: 'list', start: undefined, items: [[{ kind: 'paragraph', text: 'a' }]] },
            { kind: 'paragraph', text: 'Además.' },
          ],
        ],
      },
    ])
  })

  test('has headings and tables', () => {
    expect(blocksOf('## Título\n\n| A | B |\n|---|---|\n| 1 | 2 |')).toEqual([
      { kind: 'heading', text: 'Título' },
      { kind: 'table', header: ['A', 'B'], rows: [['1', '2']] },
    ])
  })

  test('has strong words, subscripts, superscripts and links; unclosed marks are text', () => {
    expect(inline('**U~lim~** 10^6^ [tabla](/api/v1/normativa/x) C1* 2 * 3 \\*UNE').map(({ kind, text }) => [kind, text])).toEqual([
      ['strong', 'U~lim~'],
      ['text', ' 10'],
      ['sup', '6'],
      ['text', ' '],
      ['link', 'tabla'],
      ['text', ' C1* 2 * 3 '],
      ['text', '*'],
      ['text', 'UNE'],
    ])
  })

  test('keeps every word of every article', () => {
    const kb = realBase()
    const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')
    for (const { slug } of kb.documents)
      for (const section of kb.articles.contents(slug))
        for (const { content } of kb.articles.wordings(slug, section.slug)) {
          const said = words(
            JSON.stringify(blocksOf(content), (key, value: unknown) => (key === 'kind' || key === 'start' ? undefined : value)).replace(
              /"(text|items|header|rows)":/g,
              '',
            ),
          )
          const plain = words(content.replace(/^( *)(?:- )?\d+\. /gm, '$1').replace(/\\/g, ''))
          expect(said.length, `${slug}/${section.slug}`).toBe(plain.length)
        }
  })
})
