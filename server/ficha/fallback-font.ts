/** A piece of text and the font it is set in: none for the usual one. */
export type Run = { readonly text: string; readonly font?: 'Reserva' }

/** Sets text in fonts that have its characters. What no font has is printed as `replacement`, never left out. */
export interface Typesetter {
  /** The text as it is where the usual font has all of it. */
  set(text: string): string | Run[]
  /** Whether some character so far was replaced. */
  readonly replaced: boolean
}

export const replacement = '\uFFFD'

type Has = (codePoint: number) => boolean
type FontName = 'usual' | 'reserve' | 'none'

/** A typesetter over two fonts, each told by the characters it has. Text is composed first (NFC), so that a letter and its accent are one. */
export function typesetter(usual: Has, reserve: Has): Typesetter {
  const known = new Map<string, FontName>()
  const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })
  let replaced = false
  const fontOf = (grapheme: string): FontName => {
    const points = [...grapheme].map((one) => one.codePointAt(0) ?? 0)
    return points.every(usual) ? 'usual' : points.every(reserve) ? 'reserve' : 'none'
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
      if ([...text].every((one) => one === '\n' || remembered(one) === 'usual')) return text
      const runs: { text: string; font?: 'Reserva' }[] = []
      for (const { segment } of graphemes.segment(text)) {
        const name = segment === '\n' ? 'usual' : remembered(segment)
        if (name === 'none') replaced = true
        const last = runs.at(-1)
        const shown = name === 'none' ? replacement : segment
        if (last !== undefined && (last.font === 'Reserva') === (name === 'reserve')) last.text += shown
        else runs.push(name === 'reserve' ? { text: shown, font: 'Reserva' } : { text: shown })
      }
      return runs
    },
    get replaced() {
      return replaced
    },
  }
}
