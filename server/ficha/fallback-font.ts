/** A piece of text in one font: the main font, or `Reserva`, the fallback font. */
export type Run = { readonly text: string; readonly font?: 'Reserva' }

/** Splits text into runs by font, so that every character is printed. A character that no font has is printed as `replacement`. */
export interface Typesetter {
  /** Returns the text unchanged if the main font has all its characters, otherwise its runs. */
  set(text: string): string | Run[]
  /** True once any character has been replaced. */
  readonly replaced: boolean
}

export const replacement = '\uFFFD'

type Has = (codePoint: number) => boolean
type FontName = 'main' | 'fallback' | 'none'

/** Makes a typesetter for two fonts. `main` and `fallback` say which characters each font has. Text is first normalized to NFC, which joins letters and accents. */
export function typesetter(main: Has, fallback: Has): Typesetter {
  const known = new Map<string, FontName>()
  const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
  let replaced = false
  const fontOf = (grapheme: string): FontName => {
    const points = [...grapheme].map((one) => one.codePointAt(0) ?? 0)
    return points.every(main) ? 'main' : points.every(fallback) ? 'fallback' : 'none'
  }
  const remembered = (grapheme: string): FontName => {
    const name = known.get(grapheme) ?? fontOf(grapheme)
    known.set(grapheme, name)
    return name
  }
  return {
    set(given) {
      const text = given
        .normalize('NFC')
        .replace(/\r\n?|\u2028|\u2029/g, '\n')
        .replace(/\t/g, ' ')
      if ([...text].every((one) => one === '\n' || remembered(one) === 'main')) return text
      const runs: { text: string; font?: 'Reserva' }[] = []
      for (const { segment } of graphemes.segment(text)) {
        const name = segment === '\n' ? 'main' : remembered(segment)
        if (name === 'none') replaced = true
        const last = runs.at(-1)
        const shown = name === 'none' ? replacement : segment
        if (last !== undefined && (last.font === 'Reserva') === (name === 'fallback')) last.text += shown
        else runs.push(name === 'fallback' ? { text: shown, font: 'Reserva' } : { text: shown })
      }
      return runs
    },
    get replaced() {
      return replaced
    },
  }
}
