import { nameKey } from '../engine/text.ts'

/**
 * Names of municipalities that are also common Spanish words (`Muros`, `Salas`, `Tejado`). They count as a place only with a capital letter
 * and an introduction ("en Muros", "municipio de Salas"), or with their province ("Muros (A Coruña)").
 */
const words = `
  abades abadía abertura acebo aceituna acuario adiós adobes adrados agallas agüero alameda alba alcantarilla alcoba aldea almendra altura ames anchuras
  antas antigua antigüedad aras arcas arcos arenal arenas artes aspa atalaya avión añe balones banco bande barca barcones barlovento barracas barrado
  barro bastida batea baños bello bienvenida blanca blancas bonete bordón botija breda brieva brincones brozas buena buenaventura buenavista bullas
  bóveda caballar cabanas cabo cabra cabrero cala calles camas campanario campo campos canales candelaria candelario candelas cantagallo capella capilla
  carboneras cariño carpio casares cascante casillas casinos caso cava cazurra cañada cañas cañaveral cañizo cebolla cella cenicero cerca cerco cerezo
  chimeneas cisneros cistella coca codo codos colera coles colmenar congosto conquista constantina contamina corcos corporales corral corrales cortes
  cosa cotes covelo crecente crespos cretas cuadros cuba cubo cuenca cuevas culla das deba deleitosa dolores dueñas dólar emperador encina encinas
  encinedo endrinal ermita escucha escurial espada espadaña espejo espejón espera estables estada estepa falces feria fines fiscal foradada fortuna
  fraga frailes frontera frías fuentes galera gamones garde gascones gata gema gines gobernador grado granera griegos guardo herencia herrería herrerías hierro
  higueras hinojal hinojos hormigos hornos hoyo hoyos huecas huerta huerto humada humilladero hurones iglesias ingenio iniesta instinción juncosa
  ladrillar lagartos lana langa lapoblación larva las lechón les libros liceras limpias lomas longares luna machacón majadas malla malva manchones
  manzanera manzanillo marca marchal mariana marines matanza mayorga mejorada melón milagro milagros millares mira miramar mojados molinos monasterio
  monda montán montón mora moros mos mucientes mula muras muro muros nacimiento nava navajas naval navales naves nevada niebla nieva nogales nogueras
  novales olivar olivares olmos onda otero pajarón palma palo paloma palomas palomera palomero paradas pardos paredes pareja parla pastores patones
  pedrera pego peligros pepino peque perales pesquera picón pilas piles pilona pinto pira pizarra plan planes plenas pliego pollos ponga portas porteras
  portillo porto posadas potes poveda prades prado presencio priego pruna puertas pulgar puras quemada quer quero quesada quinto rafal real rebollar
  rebollo recas recuerda reina remolinos retuerta rios risco robledo rojas ronda roses rota roturas rueda rábano salar salas salce salinas salobre seco
  segura sella selva semillas seno serra serrada seva sienes siles silla sober tabernas taberno tales tarifa tejada tejado tinajas tolva topas toques
  toreno toril tormos tornos toro torres torrico trazo trigueros truchas turre tías una val valla vallada vallado valor vecinos velada ventas ventosa
  vera verges vita viver viveros viñas voto zarza`
const phrases = `
  a bola, a guarda, campo lugar, campo real, casas altas, casas bajas, casas del puerto, dos aguas, dos torres, el almendro, el arco, el barraco
  el bosque, el buste, el campillo, el campo, el castellar, el cerro, el cubo, el espinar, el frago, el franco, el fresno, el garrobo, el gordo
  el grado, el hierro, el hito, el losar, el molar, el ordial, el oso, el papiol, el parral, el paso, el pedernoso, el pedroso, el peral, el pinar, el pinell
  el pobo, el pont, el prat, el puente, el puerto, el real, el recuenco, el romeral, el sol, el tanque, el tejado, el torno, el toro, el valle
  el vallecillo, fuente de piedra, fuente del arco, isla mayor, l escala, la alberca, la algaba, la antigua, la campana, la carrera, la cerollera
  la colilla, la cuba, la cueva, la escala, la estrella, la fresneda, la frontera, la gallega, la granja, la guardia, la horra, la iglesuela, la joyosa
  la llacuna, la losa, la luisiana, la línea, la mata, la mierla, la muela, la nava, la nucía, la nuez, la palma, la parra, la parrilla, la pesquera
  la peña, la pobla, la portera, la puebla, la riba, la rinconada, la roca, la seca, la sequera, la serrada, la sénia, la tala, la toba, la torre
  la unión, la vall, la ventosa, la vid, la vilueña, la yunta, la zarza, las casas, las cuerlas, las mesas, las pedrosas, los alcázares, los altos
  los arcos, los corrales, los molinos, mejorada del campo, muro de aguas, parada de arriba, puerto real, puerto seguro, salas altas, salas bajas
  siete aguas, valle de losa, venta de baños`

const commonWords = new Set([...words.trim().split(/\s+/), ...phrases.trim().split(/,?\s*\n\s*|, /)].map(nameKey))

/** Names shorter than this (`Sax`, `Pol`, `Das`) are treated as common words too. */
const minLength = 4

/** True if a name (`nameKey`) is also a common word, in the singular or the plural. */
export function isCommonWord(key: string): boolean {
  return key.length < minLength || [key, `${key}s`, key.replace(/s$/, ''), key.replace(/es$/, '')].some((form) => commonWords.has(form))
}
