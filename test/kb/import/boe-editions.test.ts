import { describe, expect, test } from 'vitest'
import { article, finding, folder, front, norm, normOf, plan, precept, spoil } from './norm.ts'
import { makeBase } from './test-base.ts'

describe('the editions of a norm', () => {
  test('wordings are ordered by date, not by their order in the file; a future one begins on its date', () => {
    expect([front('a1'), front('a1-desde-2015-03-01'), front('a1-desde-2030-01-01')].map((text) => /editions: (.*)/.exec(text)?.[1])).toEqual([
      '["2010-02-01"]',
      '["2015-03-01", "2020-12-31"]',
      '["2030-01-01"]',
    ])
    expect(article('a1-desde-2015-03-01')).toMatch(/150 mm/)
  })

  test('a version that only adds notes is not an edition, and notes are not in the text', () => {
    expect(finding(/^Editions/).map((line) => line.slice(0, 10))).toEqual(['2010-02-01', '2015-03-01', '2020-12-31', '2030-01-01'])
    expect([...plan(makeBase(), norm).files.values()].join('\n')).not.toMatch(/Se modifica el apartado|Véase la nota|Ref\. BOE|Otra nota/)
  })

  test('an expired block is removed from that day on, even if another one has its name', () => {
    expect(front('dfquinta')).toContain('editions: ["2010-02-01", "2015-03-01"]')
    expect(front('df')).toContain('editions: ["2020-12-31", "2030-01-01"]')
    expect(article('df')).toBe('Esta redacción sustituye a la caducada, desde el mismo día.')
  })

  test('an article replaced by "(Derogado)" is removed, with its chapter if that is empty then', () => {
    expect(front('a81bis')).toContain('editions: ["2010-02-01"]')
    expect(front('cii')).toContain('editions: ["2010-02-01"]')
  })

  test.each(['(Derogado)', '(Suprimida).', 'Sin contenido', '[Anulado]', 'Dejado sin efecto'])('%s is not a text', (text) => {
    const later = `<version id_norma="X" fecha_publicacion="20150228" fecha_vigencia="20150301"><p class="articulo">Artículo 1.</p><p class="parrafo">${text}</p></version></bloque>`
    const xml = normOf(`${precept('<p class="parrafo">Un texto que dura poco.</p>').replace('</bloque>', later)}${precept('<p>Otro.</p>', 'a2')}`)
    expect(front('a1', xml)).toContain('editions: ["2010-02-01"]')
    expect(front('a1-desde-2015-03-01', xml)).toBe('none')
  })

  test('a wording without entry into force has that of the norm; one by another norm has the date of publication', () => {
    const xml = spoil(
      'fecha_publicacion="20150228" fecha_vigencia="20150301">\n          <p class="articulo">Artículo 1. Objeto',
      'fecha_publicacion="20150228">\n          <p class="articulo">Artículo 1. Objeto',
    )
    expect(front('aochentaynueve', xml)).toContain('editions: ["2010-02-01", "2015-02-28", "2015-03-01", "2020-12-31", "2030-01-01"]')
    expect(plan(makeBase(), xml).files.get(`${folder}/document.yaml`)).toMatch(/in_force_from: "2015-02-28"\n {4}date_basis: publicacion/)
  })

  test('of two wordings of one day the later published one is used, with a message', () => {
    const second =
      '<version id_norma="Y" fecha_publicacion="20100120" fecha_vigencia="20100201"><p class="articulo">Artículo 1. Título.</p><p>Corregido.</p></version></bloque>'
    const xml = normOf(precept('<p>Con una errata que se corrigió.</p>').replace('</bloque>', second))
    expect(article('a1', xml)).toMatch(/^Corregido\./)
    expect(finding(/same day/, xml)).toEqual(['a1 "Artículo 1": 2010-02-01'])
  })

  test.each([
    ['with its day', '<fecha_derogacion>20250101</fecha_derogacion>', /in_force_to: "2024-12-31"/, ['last day in force: 2024-12-31']],
    ['without it', '', /^(?![\s\S]*in_force_to)/, ['the BOE does not say since when: in_force_to to be filled in by hand']],
  ])('a repealed norm ends, %s', (_name, day, document, lines) => {
    const xml = normOf(precept('<p>Un texto que rigió hasta su derogación.</p>')).replace(
      '<estatus_derogacion>N</estatus_derogacion>',
      `<estatus_derogacion>S</estatus_derogacion>${day}`,
    )
    expect(plan(makeBase(), xml).files.get(`${folder}/document.yaml`)).toMatch(document)
    expect(finding(/no longer/, xml)).toEqual(lines)
  })
})
