import { fold } from '../engine/fold.ts'
import { nameKey } from '../engine/text.ts'

/** Codes of `Intl.DisplayNames` that are not foreign countries: Spain and its parts, unions, and unassigned codes. */
const notCountries = new Set(['ES', 'EA', 'IC', 'EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO', 'RE', 'CP'])

/** Foreign regions, other names of countries, and well-known cities. */
const others =
  `Inglaterra|Escocia|Gales|Gran Bretaña|Holanda|República Checa|EE UU|EEUU|Estados Unidos de América|USA|UK|América|Latinoamérica|Sudamérica|Hispanoamérica|Asia|África|Oceanía|Escandinavia
Birmania|Costa de Marfil|Corea|Corea del Sur|Baviera|Bretaña|Normandía|Provenza|Occitania|Aquitania|Córcega|Sicilia|Cerdeña|Toscana|Lombardía|Piamonte|Véneto|Algarve|Alentejo|Azores|Madeira|Flandes|Valonia|Renania|Sajonia|Crimea
Alabama|Alaska|Arizona|Arkansas|California|Carolina del Norte|Carolina del Sur|Colorado|Connecticut|Dakota del Norte|Dakota del Sur|Delaware|Florida|Hawái|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Luisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Misisipi|Misuri|Nebraska|Nevada|Nueva Jersey|Nuevo México|Ohio|Oklahoma|Oregón|Pensilvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Wisconsin|Wyoming
Jalisco|Yucatán|Chihuahua|Nuevo León|Guanajuato|Veracruz|Oaxaca|Sonora|Sinaloa|Quintana Roo|Antioquia|Bolívar|Patagonia|Mendoza|Quebec|Ontario
Lisboa|Oporto|Coímbra|Braga|Faro|Évora|Valença|Valença do Minho|Elvas|París|Burdeos|Toulouse|Tolosa de Francia|Marsella|Lyon|Niza|Lille|Nantes|Estrasburgo|Perpiñán|Perpignan|Bayona de Francia|Hendaya|Biarritz|Pau de Francia|Montpellier|Toulon
Londres|Manchester|Liverpool|Edimburgo|Glasgow|Dublín|Cardiff|Belfast|Berlín|Múnich|Munich|Hamburgo|Fráncfort|Colonia|Stuttgart|Dresde|Leipzig|Viena|Salzburgo|Ginebra|Zúrich|Zurich|Berna|Basilea|Lausana|Bruselas|Amberes|Brujas|Ámsterdam|Amsterdam|Róterdam|La Haya|Copenhague|Estocolmo|Oslo|Helsinki|Varsovia|Cracovia|Praga|Budapest|Bucarest|Sofía|Belgrado|Zagreb|Liubliana|Atenas|Estambul|Ankara|Moscú|Kiev|Riga|Vilna|Tallin
Roma|Milán|Nápoles|Turín|Florencia|Venecia|Bolonia|Génova|Palermo|Verona|Vaticano|Andorra la Vella|Escaldes|Escaldes-Engordany|Sant Julià de Lòria|La Massana|Encamp|Canillo|Ordino|Tánger|Tetuán|Casablanca|Rabat|Fez|Marrakech|Argel|Orán|El Cairo|Dakar
Nueva York|New York|Chicago|Los Ángeles|San Francisco|Miami|Boston|Houston|Dallas|Seattle|San Antonio de Texas|Filadelfia|Washington|Toronto|Montreal|Vancouver|Ciudad de México|Guadalajara de México|Monterrey|Puebla de Zaragoza|Tijuana|Cancún|Bogotá|Medellín de Colombia|Cali|Barranquilla|Cartagena de Indias|Quito|Guayaquil|Lima|Cuzco|Cusco|Arequipa|La Paz|Santa Cruz de la Sierra|Caracas|Maracaibo|Buenos Aires|Rosario|Montevideo|Asunción|Santiago de Chile|Valparaíso|Brasilia|Río de Janeiro|São Paulo|Sao Paulo|La Habana|Santo Domingo|San Juan de Puerto Rico|San José de Costa Rica|Managua|Tegucigalpa|San Salvador|Ciudad de Guatemala|Tokio|Pekín|Shanghái|Hong Kong|Singapur|Dubái|Dubai|Abu Dabi|Delhi|Bombay|Manila|Seúl|Bangkok|Sídney|Sydney|Melbourne`.split(
    /[|\n]/,
  )

/** Foreign countries, regions and cities, by `nameKey`. */
export function foreignNames(): Set<string> {
  const countries = new Intl.DisplayNames(['es'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => !notCountries.has(code))
  return new Set([...codes.flatMap((code) => countries.of(code) ?? []), ...others].map(nameKey))
}

const demonyms =
  'frances|portugues|aleman|italian|ingles|britanic|irlandes|escoces|belga|holandes|neerlandes|suiz|austriac|suec|norueg|danes|finlandes|polac|chec|hungar|ruman|bulgar|grieg|turc|rus|ucranian|marroqui|argelin|tunecin|egipci|estadounidense|norteamerican|american|canadiense|mexican|argentin|chilen|colombian|peruan|venezolan|ecuatorian|bolivian|uruguay|paraguay|brasilen|brasiler|cuban|dominican|puertorriquen|guatemaltec|costarricense|panamen|honduren|salvadoren|nicaraguense|japones|chin|corean|indi|australian|neozelandes|andorran|monegasc|luxemburgues|croat|esloven|eslovac|serbi|leton|lituan|estoni|israeli|saudi'
const regulation =
  'normas?|normativas?|codigos?|reglamentos?|reglamentacion(?:es)?|leyes|ley|legislacion|estandar(?:es)?|decretos?|regulacion(?:es)?|certificacion|exigencias?|requisitos?'
const ofCountry = new RegExp(
  `\\b(?:${regulation}|[a-z]{2,4} ?\\d{3,4})(?: (?!(?:de|del|para|sobre|en|con|a|al) )\\p{L}+){0,2} ((?:${demonyms})(?:es|as?|os?|i|)(?:s)?)\\b`,
  'u',
)
/** Names of well-known foreign regulations, matched with their case. */
const namedRegulation =
  /(?<![\p{L}\d])(RE ?2020|RT ?20(?:05|12)|EnEV|GEG|IBC|IRC|IECC|Building Regulations|Approved Document|Minergie|NSR-?10|NOM-\d+|NCh ?\d+)(?![\p{L}\d])/u

/** The foreign regulation that a question mentions: `RE2020`, `normativa portuguesa`. */
export function foreignRegulation(question: string): string | undefined {
  const named = namedRegulation.exec(question)?.[1]
  if (named !== undefined) return named
  const folded = fold(question.normalize('NFC'))
  const found = ofCountry.exec(folded)
  return found === null ? undefined : folded.length === question.length ? question.slice(found.index, found.index + found[0].length) : found[0]
}
