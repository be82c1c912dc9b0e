/** What bars of steel are called, and how a builder tells their size: `barras del 16`, `cercos de 8`. */
const bars =
  /(?<!\p{L})((?:barras?|redondos?|varillas?|corrugados?|cercos?|estribos?|hierros?|armaduras?)(?:\s+(?!del?\s)\p{L}+){0,2})\s+del?\s+(\d{1,2})(?=\s*(?:$|[,.;:?!)]|(?:(?:en|y|para|a|con|por|van?|est[aá]n?|hay)\s+\p{L}|cada\s)))(?![.,]\d)/giu

/** A diameter by its sign: `Ø16`, `ø 110 mm`. */
const sign = /[ØøΦφ⌀]\s?(\d{1,3}(?:[.,]\d+)?)(?!\d)(\s*(?:mm|cm|m)(?!\p{L}))?/gu

/** The size of a metric screw: `M16`. */
const screw = /(?<![\p{L}\d])M-?(\d{1,2})(?![\p{L}\d]|[.,]\d)/gu
const screws = /tornill|perno|esp[aá]rrago|varilla roscada|atornillad|tuerca/iu

/** The sides of a column: `pilar de 30x40`. */
const column =
  /(?<!\p{L})((?:pilar(?:es)?|soportes?|columnas?)(?:\s+\p{L}+){0,3}\s+(?:de\s+)?)(\d{2,3})\s?[x×]\s?(\d{2,3})(?!\s?[x×]|\d)(\s*(?:cm|mm)(?!\p{L}))?/giu
/** Sides of this many and more are in millimetres where no unit is said. */
const leastMillimetres = 100

/**
 * The sizes of a question that builders write without a unit, spelled out: `barras del 16` are of 16 mm, `M16` is a screw of 16 mm, and the smaller side of
 * `pilar de 30x40` is one of 30 cm. `question`: the whole of what the text is a part of.
 */
export function sizesSpelledOut(text: string, question: string = text): string {
  const withScrews = screws.test(question) ? text.replace(screw, '$1 mm') : text
  return withScrews
    .replace(bars, '$1 de $2 mm de diámetro')
    .replace(sign, (_, size: string, unit = ' mm') => `${size}${unit} de diámetro`)
    .replace(column, (_, name: string, one: string, other: string, unit: string | undefined) => {
      const sides = [Number(one), Number(other)]
      const written = unit?.trim() ?? (Math.min(...sides) >= leastMillimetres ? 'mm' : 'cm')
      return `${name}${one}x${other} (${Math.min(...sides)} ${written} de menor dimensión)`
    })
}
