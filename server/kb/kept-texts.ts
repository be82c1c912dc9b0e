/** Keeps texts by a key, each made when first asked for, at most so many characters of them: when there are more, all but the newest are forgotten. */
export function keptTexts(mostCharacters: number): (key: string, make: () => string) => string {
  const texts = new Map<string, string>()
  let kept = 0
  return (key, make) => {
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = make()
    kept += text.length
    if (kept > mostCharacters) {
      texts.clear()
      kept = text.length
    }
    texts.set(key, text)
    return text
  }
}
