/** Most single questions that one is made of. */
const mostParts = 4

/** A word that asks, with the preposition before it: `a qué`, `cada cuántas`. */
const asking = String.raw`(?:(?:a|en|de|con|por|para|hasta|cada|desde)\s+)?(?:qué|cuál(?:es)?|cuánt[oa]s?)(?!\p{L})`
const nextAsking = new RegExp(String.raw`(?:,\s*(?:y\s+|e\s+)?|\s+(?:y|e)\s+)(?=${asking})`, 'giu')
const listEnd = /\s+(?:y|e)\s+/

/** One of the questions that a question for several things is made of. */
export interface SingleQuestion {
  /** With what all of them share. */
  readonly text: string
  /** Without it. */
  readonly own: string
}

/**
 * The single questions that a question for several things is made of. Empty if it is one question. Told apart are sentences that
 * ask (`¿lleva columna seca? ¿y detectores?`), words that ask (`¿qué huella y qué contrahuella?`), the items of a list behind a colon (`Trastero:
 * superficie y ancho.`), and phrases that begin alike (`¿qué U máxima en la pared y en las ventanas?`).
 */
export function singleQuestions(question: string): SingleQuestion[] {
  const text = question.trim()
  const mark = beginOfAsking(text)
  const shared = mark < 0 ? '' : text.slice(0, mark)
  const asked = mark < 0 ? [] : [...text.slice(mark).matchAll(/¿?([^¿?]+)\?/g)].flatMap(([, one = '']) => (one.trim() === '' ? [] : [one.trim()]))
  const [only = ''] = asked
  const parts = mark < 0 ? behindColon(text) : asked.length > 1 ? asked.map((one) => ({ text: one, own: one })) : (byAskingWords(only) ?? alike(only))
  if (parts.length < 2 || parts.length > mostParts) return []
  return mark < 0 ? parts : parts.map(({ text: part, own }) => ({ text: `${shared}¿${part}?`, own }))
}

/** Where the first sentence that asks begins, its mark or, in a language without one, its first word; -1 if none does. */
function beginOfAsking(text: string): number {
  const opened = text.indexOf('¿')
  if (opened >= 0 || !text.includes('?')) return opened
  const before = /^.*[.:;]\s+/s.exec(text.slice(0, text.indexOf('?')))
  return before?.[0].length ?? 0
}

/** `qué huella y qué contrahuella`: from each word that asks to the next; undefined if only one asks. What goes before the first is shared. */
function byAskingWords(text: string): SingleQuestion[] | undefined {
  const first = text.search(new RegExp(asking, 'iu'))
  if (first < 0) return undefined
  const items = text.slice(first).split(nextAsking)
  return items.length < 2 ? undefined : items.map((own) => ({ text: text.slice(0, first) + own, own }))
}

/** `en la pared, en el tejado y en las ventanas`: each phrase of a list whose phrases begin with the same word. */
function alike(text: string): SingleQuestion[] {
  const word = /\s(?:y|e)\s+(en|por|para|si|con)\s/.exec(text)?.[1]
  if (word === undefined) return []
  const [head = '', ...items] = text.split(new RegExp(String.raw`(?:,?\s+(?:y\s+|e\s+)?|,\s*)(?=${word}\s)`, 'u'))
  const last = items.at(-1)
  if (last === undefined || items.length < 2) return []
  const tail = /,.*$/.exec(last)?.[0] ?? ''
  return items.map((own, index) => ({ text: `${head} ${index === items.length - 1 ? own : own + tail}`, own }))
}

/** `Trastero: superficie útil, ancho y altura.`: the items of a list behind a colon that no word asks for. */
function behindColon(text: string): SingleQuestion[] {
  const [, shared = '', list = ''] = /^(.*:\s)([^:]*)$/s.exec(text) ?? []
  const items = list.split(new RegExp(`,\\s+|${listEnd.source}`))
  return listEnd.test(list) && items.length > 1 ? items.map((own) => ({ text: shared + own, own })) : []
}
