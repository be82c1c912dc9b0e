/** A word that asks for a figure or a thing. Without its accent `que` counts only where a question begins. */
const asking =
  /(?<!\p{L})(?:cu[aá]nt[oa]s?|cu[aá]l(?:es)?|qué|q|how (?:much|many|wide|high|long|far|deep)|what|which|quant[sa]?|quin[as]?|zenbat|zein)(?!\p{L})|(?:^|[¿,;]|(?<!\p{L})y)\s*(?:(?:a|en|de|con|por|hasta)\s+)?que(?!\p{L})/giu

/** A list of what is asked: `la huella y la contrahuella`, `huella y contrahuella mínimas`. */
const list =
  /(?:cu[aá]nt|cu[aá]l|qu[eé](?!\p{L})|(?<!\p{L})q(?!\p{L})).*(?:(?<!\p{L})[yeo](?!\p{L})|,|¿|\?).*?(?<!\p{L})(?:el|la|los|las)(?!\p{L})|\p{L}+\s+y\s+\p{L}+\s*(?:m[ií]nim|m[aá]xim|\?|$)/iu

/** True if a question asks for several things: two question words, or a list. */
export function asksForSeveral(question: string): boolean {
  return (question.match(asking) ?? []).length > 1 || list.test(question)
}
