import type { Token } from './place-index.ts'

/**
 * The kind of words before a name: `in` (`en`), `municipality` (`municipio de`), `province`, `community` and `island` by their titles,
 * `area` if only an area can be meant (`un pueblo de`, `la sierra de`), `other` if the name is not a place (`calle de`, `mármol de`).
 */
export type PlacePrefix = 'in' | 'municipality' | 'province' | 'community' | 'island' | 'area' | 'other' | 'none'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const connectors = set('de del d do da dos dels los las la el l lo a o es')
const introductions = set('en em')

const prefixes: readonly (readonly [PlacePrefix, ReadonlySet<string>])[] = [
  ['municipality', set('municipio concejo concello ayuntamiento termino villa ciudad localidad capital casco centro poblacion pueblo')],
  ['province', set('provincia prov diputacion')],
  [
    'community',
    set('comunidad region autonomia principado ley leyes decreto decret orden normativa norma reglamento junta gobierno comunitat xunta'),
  ],
  ['island', set('isla illa')],
  [
    'area',
    set(
      'sierra sierras serra serrania comarca comarcas valle valles vall val cuenca cuencas rio rios ribera riberas vega vegas costa costas playa playas monte montes cordillera pico puerto meseta campina llano llanos montana montanas norte sur este oeste noroeste noreste sureste suroeste interior zona zonas area areas aldea aldeas pueblos municipios localidades parque embalse pantano canal bahia ria golfo cabo marisma marismas delta estrecho laguna lago mar desierto macizo hoz desfiladero aeropuerto cerros peninsula metropolitana',
    ),
  ],
  [
    'other',
    set(
      'alrededores afueras cercanias cerca entorno proximidades lejos km kilometros calle avenida avda av plaza paseo camino carretera autovia autopista ronda travesia glorieta rua carrer barrio urbanizacion puente puerta batalla marmol granito piedra caliza arenisca pizarra teja tejas ladrillo ladrillos azulejo azulejos ceramica cal yeso cemento mortero arena grava madera pino roble haya cerezo vino queso jamon aceite metodo escala ensayo coeficiente formula tabla convenio tratado protocolo carta acuerdo declaracion estatuto hijo senor senora don dona arquitecto arquitecta ingeniero sr sra apellido marca modelo sistema fabricado fabricada fabricados fabricadas importado importada importados importadas procedente procedentes hecho hecha origen comprado comprada teorema ecuacion',
    ),
  ],
]

/** Determiners that make a town indefinite: `un pueblo de Soria` is a town in Soria, not Soria. */
const indefinite = set('un una unos unas algun alguna algunos algunas cualquier varios varias otro otra este esta cada dos tres pequeno pequena')

/** Kinds of streets and quarters: the name behind one is its own (`calle Toledo`), but for that of an indefinite one (`una calle de Logroño`). */
const streets = set('calle avenida avda av plaza paseo camino carretera ronda travesia glorieta rua carrer barrio urbanizacion')

/** Prefixes that need no `de`: `provincia Soria`, `calle Toledo`. */
const inApposition = set(
  'provincia prov municipio isla calle avenida avda av plaza paseo rua carrer glorieta senor senora don dona sr sra arquitecto arquitecta marca modelo urbanizacion barrio rio sierra valle playa puerto pico monte cabo embalse pantano',
)

/** Classifies the words before the name that starts at `tokens[from]`. */
export function prefixOf(question: string, tokens: readonly Token[], from: number): PlacePrefix {
  const words = before(question, tokens, from)
  const [nearest] = words
  if (nearest === undefined) return 'none'
  if (introductions.has(nearest)) return 'in'
  const isContracted = ['del', 'al'].includes(tokens[from]?.folded ?? '')
  let skipped = 0
  while (connectors.has(words[skipped] ?? '')) skipped++
  // `en la Unión`, `en el Molar`: the article belongs to the name.
  if (
    skipped > 0 &&
    introductions.has(words[skipped] ?? '') &&
    !words.slice(0, skipped).some((word) => ['de', 'del', 'd', 'do', 'da'].includes(word))
  )
    return 'in'
  while (/^(?:\d.*|natural|nacional|regional|rural)$/.test(words[skipped] ?? '')) skipped++
  const prefix = words[skipped] ?? ''
  const kind = prefixes.find(([, own]) => own.has(prefix))?.[0]
  if (kind === undefined) return 'none'
  const isLinked = skipped > 0 || isContracted
  if (isLinked && streets.has(prefix) && isIndefinite(words.slice(skipped + 1, skipped + 3))) return 'in'
  if (!isLinked) return inApposition.has(prefix) ? kind : 'none'
  if (kind === 'municipality' && isIndefinite(words.slice(skipped + 1, skipped + 3))) return 'area'
  return kind
}

function isIndefinite(words: readonly string[]): boolean {
  return words.some((word) => indefinite.has(word))
}

const maxWordsBefore = 8

/** The words before a name, nearest first, back to the beginning of the clause. */
function before(question: string, tokens: readonly Token[], from: number): string[] {
  const words: string[] = []
  for (let position = from - 1; position >= 0 && words.length < maxWordsBefore; position--) {
    const [token, next] = [tokens[position], tokens[position + 1]]
    if (token === undefined || next === undefined || /[.,;:¿?¡!()\n]/.test(question.slice(token.end, next.start))) break
    words.push(token.folded)
  }
  return words
}
