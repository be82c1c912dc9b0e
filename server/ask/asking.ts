import { stems } from '../kb/text-analysis.ts'

/** What a question asks of what it names. */
export interface Asking {
  /** True if the question asks whether something complies. */
  readonly judges: boolean
  /** The bound asked for: `como mucho` is `max`, `al menos` is `min`. */
  readonly side: 'max' | 'min' | undefined
  /** True for questions such as `a partir de cuánto` or `cuándo es obligatorio`. */
  readonly asksThreshold: boolean
  /** True for questions such as `qué hay que poner` or `cómo se…`, which ask for measures and not for a figure. */
  readonly asksMeasures: boolean
  /** True for questions such as `qué se entiende por` or `qué hay que presentar`, which ask for a definition or papers and for no figure. */
  readonly asksMeaning: boolean
  /** True for a question whether something may or must be done, which no figure answers: `¿Puedo empalmar…?`, `¿tiene que pasar la inspección?`. */
  readonly asksWhether: boolean
  /** Index term of something that no figure says, where a question asks for it: `de qué color`. */
  readonly quality: string | undefined
}

/** Reads what a question asks by the words it asks with. */
export function askingOf(question: string): Asking {
  return {
    judges: asksForVerdict(question),
    side: sideOf(question),
    asksThreshold: threshold.test(question),
    asksMeasures: measures.test(question),
    asksMeaning: meaning.test(question),
    asksWhether: asksWhether(question),
    quality: stems(quality.exec(question)?.[1] ?? '')[0],
  }
}

const maximum = /\b(m[aá]xim[oa]s?|como mucho|a lo sumo|tope|l[ií]mite superior|no (?:puede )?superar?|m[aà]xim[ao]?)\b/i
const minimum = /\b(m[ií]nim[oa]s?|al menos|como m[ií]nimo|por lo menos|m[ií]nima?)\b/i
const threshold =
  /(a partir de|desde (?:cu[aá]nt|qu[eé])|cu[aá]ndo (?:hace falta|es obligatori|hay que|se exige|tengo que|es necesari)|es obligatori|hace falta)/i
const needed =
  /(?:es|sea|ser[aá]) obligatori|^[^,;]*\bhace[n]? falta\b(?!.*\bvale)|(?:tengo|tenemos) obligaci[oó]n|(?:tengo|tenemos|tienen?|hay) que (?:pasar|poner|hacer|tener|llevar|justificar|presentar|instalar|reservar|prever)/i
/** With its accent: `que forma parte` asks for nothing. */
const quality = /(?<!\p{L})qué (color|marca|modelo|forma|tono|material)(?:es)?(?!\p{L})/iu
const measures =
  /(qu[eé] (?:hay que|tengo que|debo|se debe|hace falta) (?:poner|hacer|colocar|instalar)|\bcómo\b|^como\b|\bqui[eé]n|qu[eé] (?:se entiende|significa|es un|contiene|documentaci[oó]n))/i
const meaning =
  /qu[eé] (?:es|son) (?:exactamente |eso de |lo de )?(?:el|la|los|las|un|una|unos|unas)\s(?!.*(?:m[aá]xim|m[ií]nim))|(?:qu[eé]|cu[aá]ndo) se (?:entiende|considera)|qu[eé] significa|qu[eé] (?:es|son)(?: eso| esto|,| y |\?)|para qu[eé] sirven?\b|qu[eé] quiere decir|definici[oó]n|se define|a qu[eé] (?:se )?(?:le )?llama|qu[eé] cuenta como|qu[eé] (?:papeles|documentos|documentaci[oó]n)|qu[eé] (?:hay|tengo|tiene) que (?:presentar|entregar|aportar|firmar)/iu
const compliance =
  /\b(?:in)?(?:cumpl|complei|complex)|\b(vale[ns]?|valdr[ií]a|sirve[ns]?|suficientes?|basta[n]?|correct[oa]s?|v[aá]lid[oa]s?|legal|reglamentari[oa]s?|admit\w*|admisibles?|acepta\w*|permit\w*|puedo|podemos|se puede|entra|pasan?|pasar[ií]a|da la talla|dan la talla|aguantan?|llega[n]?|est[aá] bien|estamos (?:dentro|bien)|dentro de (?:norma|lo permitido)|me l[oa]s? (?:dan|dejan|aprueban)|dar[aá]n? por buen[oa]|por buen[oa]|se pasa|me paso|nos pasamos|se queda|qued\w+ cort[oa]|ok|bien as[ií]|hay problema|es normal|conforme|alcanza|acepto|aceptar|ventila lo|cuenta como|cumplo|comply|complies|allowed|enough|acceptable|suficient|xa chega|abonda|nahikoa|betetzen)\b/i
/** A question word that asks for the figure or the way itself. Without its accent `que` counts only where a question begins. */
const interrogative =
  /(?<!\p{L})(cu[aá]nt[oa]s?|cu[aá]l(?:es)?|qué|cómo|cuándo|dónde|quién(?:es)?|how|what|which|when|quant[sa]?|quin[as]?|zenbat|zein|zer)(?!\p{L})|(?:^|¿)\s*(?:(?:a|en|de|con|por|y)\s+)?(?:que|como|cuando|donde|q)(?!\p{L})/iu

/** What would be due if it did not comply. */
const otherwise = /(?<!\p{L})o (?:bien )?(?:hay|habr[ií]a|tengo|tenemos|tendr[ií]a|tiene) que .*$/isu

/** The sentence that a text ends with, if that asks; else the whole text. */
function lastSentence(question: string): string {
  return /[¿.!;:][^¿.!;:]*\?\s*$/.exec(question)?.[0] ?? question
}

/** Words that ask for leave or for a duty. */
const leaveOrDuty =
  /(?<!\p{L})(?:pued[oe]n?|podemos|podr[ií]a[ns]?|admiten?|permiten?|permitid[oa]s?|(?:tengo|tenemos|tienen?|hay|habr[ií]a) que|deb[eo]n?|obligan?|obligad[oa]s?|obligatori[oa]s?|hacen? falta|exigen?|necesit[oa]n?)(?!\p{L})/iu

/** True if the last sentence of a question asks for leave or for a duty, and for no figure. */
function asksWhether(question: string): boolean {
  const last = lastSentence(question)
  return last.trimEnd().endsWith('?') && leaveOrDuty.test(last) && !interrogative.test(last) && !maximum.test(last) && !minimum.test(last)
}

/** True if a question asks whether something complies (`¿vale?`, `¿estamos dentro?`), and not for the figure itself. */
function asksForVerdict(question: string): boolean {
  // `¿Pasa o hay que poner más?` asks whether it complies.
  const last = lastSentence(question).replace(otherwise, ' ?')
  // Whether a thing is needed is no question of a value that complies.
  if (needed.test(last)) return false
  if (compliance.test(last)) return !interrogative.test(last)
  return (compliance.test(question) || question.trimEnd().endsWith('?')) && !interrogative.test(question)
}

/** The bound that a question asks for; undefined if it asks for both or none. */
function sideOf(question: string): Asking['side'] {
  const [isMaximum, isMinimum] = [maximum.test(question), minimum.test(question)]
  return isMaximum === isMinimum ? undefined : isMaximum ? 'max' : 'min'
}
