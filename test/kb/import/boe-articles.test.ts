import { describe, expect, test } from 'vitest'
import { article, front, normOf, precept } from './norm.ts'

describe('the articles of a norm', () => {
  test('have their own heading and parent heading; the name in the index is ignored', () => {
    expect(front('ti')).toMatch(/number: "TÍTULO I"\ntitle: "Disposiciones generales"\nparent: null/)
    expect(front('ci')).toMatch(/number: "CAPÍTULO I"\ntitle: "Ámbito"\nparent: ti/)
    expect(front('a1')).toBe(
      'section: a1\nnumber: "Artículo 1"\ntitle: "Objeto"\nparent: ci\norder: 4\neditions: ["2010-02-01"]\nverification: official_text\nsources: [boe]\n',
    )
    expect(front('a1-2')).toMatch(/number: "Artículo 10"\ntitle: "Escala"/)
    expect(front('aochentaynueve')).toMatch(/number: "Artículo ochenta y nueve"\ntitle: "Artículo ochenta y nueve"/)
    expect(front('dadecimoctava')).toMatch(/number: "Disposición adicional decimoctava"\ntitle: "Remisiones"\nparent: null/)
    expect(front('anvii')).toMatch(/number: "ANEXO VII"\ntitle: "Condiciones \*técnicas\*"\nparent: null/)
  })

  test.each([
    ['Artículo 1.º Objeto.', 'Artículo 1', 'Objeto'],
    ['Artículo 1.', 'Artículo 1', 'Artículo 1'],
    ['Art. 1. Objeto de la norma', 'Art. 1', 'Objeto de la norma'],
    ['Artículo 3.1 bis. Objeto', 'Artículo 3.1 bis', 'Objeto'],
    ['Artículo único. Aprobación', 'Artículo único', 'Aprobación'],
    ['Artículo 12. Otra numeración', 'Artículo 12', 'Otra numeración'],
    ['Disposición transitoria 1.ª Plazos', 'Disposición transitoria 1', 'Plazos'],
    ['Objeto sin número', 'Objeto sin número', 'Objeto sin número'],
  ])('the heading "%s" is split into "%s" and "%s"', (heading, number, title) => {
    const xml = normOf(precept('<p>Un texto cualquiera de este artículo.</p>').replace('Artículo 1. Título.', heading))
    expect(front('a1', xml)).toMatch(`number: ${JSON.stringify(number)}\ntitle: ${JSON.stringify(title)}\n`)
  })

  test('an article of one paragraph that includes its number keeps its text', () => {
    const xml = normOf(precept('').replace('Título.', 'Los edificios tendrán al menos dos salidas.'))
    expect(article('a1', xml)).toBe('Los edificios tendrán al menos dos salidas.')
  })

  test('an article whose text begins in the paragraph of its number has the number as title', () => {
    const begin = `Los edificios tendrán ${'una salida y '.repeat(20)}otra`
    const xml = normOf(precept('<p>Y sigue.</p>').replace('Título.', `${begin}.`))
    expect(article('a1', xml)).toBe(`${begin}.\n\nY sigue.`)
    expect(front('a1', xml)).toContain('title: "Artículo 1"')
  })

  test('an article without punctuation after its number has the number of the index', () => {
    const text = `Artículo 1 Los edificios tendrán ${'una salida y '.repeat(20)}otra`
    const xml = normOf(precept('').replace('Artículo 1. Título.', text).replace('titulo="Artículo 1"', 'titulo="Artículo uno"'))
    expect([front('a1', xml).includes('number: "Artículo uno"\ntitle: "Artículo uno"'), article('a1', xml)]).toEqual([true, text])
  })

  test('text outside paragraphs is kept', () => {
    expect(article('a1', normOf(precept('Un texto suelto que no está en ningún párrafo del artículo.')))).toBe(
      'Un texto suelto que no está en ningún párrafo del artículo.',
    )
  })

  test('a heading lists its children on that day', () => {
    expect(article('ti')).toBe(
      'Divisiones y preceptos que comprende en esta redacción:\n\n- [CAPÍTULO I. Ámbito](section:ci)\n- [CAPÍTULO II. Régimen que se derogó](section:cii)',
    )
    expect(article('ti-desde-2015-03-01')).not.toMatch(/CAPÍTULO II/)
  })

  test('keep the wording of the law, with sub- and superscripts, anchors for rules, and escaped numbers', () => {
    expect(article('a1')).toBe(
      [
        '1. El muro tendrá un espesor de 120 mm como mínimo \\<en obra nueva>. {#p1}',
        'a) El coeficiente R~A~ será de 50 dBA y la superficie se mide en m^2^.',
        '2. El muro exterior será **estable**. {#p2}',
      ].join('\n\n'),
    )
    expect(article('a1-desde-2015-03-01')).toMatch(/^1\. .*\{#p1\}\n\n3\\\. Lo que dice el apartado 3\. \{#p3\}$/)
  })

  test('an annex that is a heading keeps its own text', () => {
    expect(article('anvii')).toBe('### Materiales\n\nEl anexo es un encabezado que lleva texto propio; se usa \\`código\\` y > 5 m_x.')
  })

  test('text that amends another norm is a quotation', () => {
    expect(article('dadecimoctava')).toMatch(/\n\n> «Artículo 7\. Texto que esta disposición da a otra norma\.»$/)
  })

  test('a text of one or two words links to the full text, so that it is not a stub', () => {
    expect(article('aochentaynueve')).toBe(
      'Breve.\n\nTexto íntegro: [BOE-A-2010-99999, bloque aochentaynueve](https://www.boe.es/buscar/act.php?id=BOE-A-2010-99999#aochentaynueve).',
    )
  })

  test('tables keep every cell: spans, two header rows, paragraphs, images and nested tables; without a header the first row is data', () => {
    expect(article('a1-2')).toBe(
      [
        'Los valores son los de la tabla siguiente:',
        '**Tabla 1. Espesores**',
        [
          '| Uso | Zona · C | Zona · D |',
          '| --- | --- | --- |',
          '| Vivienda (nueva) | 100\\|110 | [imagen](https://www.boe.es/datos/imagenes/disp/2010/13/00999_001.png) |',
          '| Otros | Otros | 7; 8 |',
        ].join('\n'),
        '|  |  |\n| --- | --- |\n| Sin cabecera | 12,5 |',
        '(Fórmula, no incluida)',
      ].join('\n\n'),
    )
  })

  test.each([
    [
      '<p>Véase [1](x) y [2]: nada, a_b, _c_ y 5 * 3 ~ 2 ^ 4 \\ fin &amp;lt; fin.</p>',
      'Véase [1\\](x) y [2\\]: nada, a_b, \\_c\\_ y 5 \\* 3 \\~ 2 \\^ 4 \\\\ fin \\&lt; fin.',
    ],
    ['<p># No es un título, sino un párrafo que empieza así.</p>', '\\# No es un título, sino un párrafo que empieza así.'],
    ['<p>&gt; 5 m de altura, según la medida que dice el proyecto.</p>', '\\> 5 m de altura, según la medida que dice el proyecto.'],
    [
      '<p>x<sub>a b</sub> y H<sub>2</sub>O con un texto bastante largo para no ser breve.</p>',
      'xa b y H~2~O con un texto bastante largo para no ser breve.',
    ],
    [
      '<pre>Un texto\n  en varias líneas, que se guarda en una sola y sin marcas.</pre>',
      'Un texto en varias líneas, que se guarda en una sola y sin marcas.',
    ],
    [
      '<ol><li>Primero de una lista numerada</li><li>Segundo de la misma lista</li></ol>',
      '1. Primero de una lista numerada\n2. Segundo de la misma lista',
    ],
    [
      '<blockquote class="soloTexto"><p class="parrafo">Nota.</p></blockquote><p>El texto que queda cuando la nota se quita de él.</p>',
      'El texto que queda cuando la nota se quita de él.',
    ],
    [
      '<p><img src="javascript:x" alt="a(b"/> Una imagen sin dirección que se pueda enlazar.</p>',
      '(a(b, no incluida) Una imagen sin dirección que se pueda enlazar.',
    ],
    [
      '<p>10. Diez, en un párrafo que no sigue a ningún otro.</p><p>10. Diez otra vez.</p>',
      '10. Diez, en un párrafo que no sigue a ningún otro. {#p10}\n\n10\\. Diez otra vez.',
    ],
  ])('%s is escaped for Markdown', (xml, markdown) => expect(article('a1', normOf(precept(xml)))).toBe(markdown))
})
