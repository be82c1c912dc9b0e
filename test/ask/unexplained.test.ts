import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf } from '../service.ts'
import { service } from './ask-service.ts'

const ask = async (query: string, geo_id?: string) => await bodyOf(await service.post('/api/v1/ask', { query, geo_id }))

describe('what a question says beside a value keeps it from a verdict', () => {
  test.each([
    ['another thing of the same name', 'Fosa del ascensor con 150 lux, ¿cumple?'],
    ['a thing that no rule is on', 'Chimenea de la barbacoa a 2 m de la ventana de enfrente, ¿cumple?'],
    ['what the rule forbids', 'Mostrador accesible a 80 cm sin espacio libre inferior, ¿cumple?'],
    ['what makes it none of the rule', 'Inodoro de un bar, no accesible, con asiento a 42 cm, ¿vale?'],
    ['what the text excepts', 'Piscina climatizada de uso terapéutico con el agua a 33 ºC. ¿Incumple el RITE?'],
    ['a clause on what else is there', 'Aseo accesible con giro de 1,50 m y puerta que abre hacia dentro, ¿cumple?'],
    ['a clause behind the value, in a longer question', 'Cabina de aseo en la vía pública con puerta de 80 cm que abre hacia dentro. ¿Vale?'],
    ['what is so on one side', 'Aseo accesible de un bar con 80 cm de espacio de transferencia a un solo lado del inodoro. ¿Cumple?'],
    ['one of two values for the sum of both', 'Escalera urbana con huella 30 y contrahuella 16 cm, ¿cumple?'],
    ['a home, where the rule is on workplaces', 'Despacho de mi casa con techo a 2,40 m, ¿cumple?'],
    ['a bound on the wrong side', 'Barandilla de menos de 90 cm con caída de 3 m, ¿cumple?'],
    ['a bound on the wrong side, in other words', 'Espejo por encima de 90 cm en aseo accesible, ¿cumple?'],
    ['several values, of which the last one complies', 'Barandilla entre 85 y 95 cm de altura según el tramo, caída de 3 m, ¿cumple?'],
    ['a second value without its unit', 'Barandilla de 90 cm en un lado y 80 en el otro, caída 3 m, ¿cumple?'],
    ['two classes, of which nothing tells what is of which', 'Escalera protegida con paredes EI 120 y puertas EI2 60-C5, ¿cumple?'],
    ['the thing itself, of a kind that no rule is on', 'El gimnasio tiene 1,5 s de reverberación, ¿cumple?'],
    [
      'the pressure of the test, which may be that of work',
      'Instalación de botellas de propano que trabajará a 1 bar: hemos probado las tuberías con aire a 1,5 bar durante 12 minutos. ¿Está bien hecha la prueba de estanquidad de las canalizaciones?',
    ],
    ['another quantity than the one asked for', 'En un pilar de hormigón han puesto de armadura vertical cuatro barras. ¿Cumple el diámetro?'],
    [
      'what is no difference',
      'Tres medidas seguidas de la misma fase de ruido me dan 41, 44 y 46 dBA. ¿Vale la serie o hay tanta diferencia que hay que repetir?',
    ],
    [
      'a case that the limit supposes away, in other words',
      'En la sala donde montan placas electrónicas hay peligro por electricidad estática y el higrómetro marca un 40 % de humedad todo el día. ¿Está dentro de lo permitido para el local de trabajo?',
    ],
    [
      'the limit itself, as the name of what it is of',
      'Tienda de 480 m² sin almacén. ¿Puedo ahorrarme la inspección de los diez años de las instalaciones contra incendios?',
    ],
    [
      'what another sentence tells of the thing',
      'Aseo accesible en un edificio público con espacio de giro de 1,50 m de diámetro. La puerta abate hacia dentro del aseo. ¿Cumple el DB-SUA?',
    ],
    [
      'what something else would need',
      'Hay 60 lux de alumbrado normal en el suelo del pasillo. En el garaje de abajo bastaría con eso, pero el pasillo es interior, de la zona de oficinas. ¿Cumple?',
    ],
    [
      'the year of a law for a value',
      'El descanso intermedio de la escalera de la fábrica tiene un metro escaso de fondo, y la escalera mide 2,40 m de ancho. ¿Cumple el RD 486/1997?',
    ],
    [
      'what was not put in',
      'Oficina de una gestoría, zona solo de empleados, escalera con contrahuella de 18 cm. No pusieron ascensor en el edificio. ¿Cumple la contrahuella?',
    ],
    [
      'what the rule is on and the question is not',
      'Chatarra no peligrosa que irá a reciclar, en el almacén desde hace 18 meses. ¿Podemos tenerla todavía ahí?',
    ],
    [
      'one of a thing, asked for beside another value',
      'Instituto de secundaria con 80 alumnos en una planta y una sola salida. El recorrido de evacuación hasta ella mide 20 m. ¿Se admite una única salida?',
    ],
    ['the amplest light, where only that of emergency is limited', 'Iluminación del cuarto de contadores de 250 lux, ¿cumple la ICT?'],
    ['a value five times too small for what is limited', 'Iluminación de 40 lux en la obra, ¿cumple?'],
    [
      'a case that frees the value, in some of its words',
      'El dormitorio da a un patio de manzana cerrado, sin ruido directo de coches ni de actividades. En la zona el Ld oficial es de 68 dBA y el cerramiento me da D2m,nT,Atr = 31 dBA. Es un bloque de viviendas. ¿Cumple?',
    ],
    [
      'a measurement that frees the value',
      'Los carteles fotoluminiscentes de extintores tienen 22 años. Un laboratorio ha medido una muestra representativa según la UNE y conservan el 85 % de la luz de cuando se fabricaron. ¿Los puedo mantener colgados?',
    ],
    [
      'what the law of a region in the base asks more of, without a place',
      'Aparcamiento público en una calle con 70 plazas para turismos. Hemos pintado 2 reservadas para personas con movilidad reducida. ¿Llegamos?',
    ],
    ['a ratio', 'Rampa 1:8 en itinerario accesible de 4 m, ¿cumple?'],
    ['a ratio that was read as its second number', 'Flecha relativa por confort de 1/400, ¿cumple?'],
  ])('%s: %s', async (_, question) => {
    expect((await ask(question))['verdict']).toBe(null)
  })

  test('the answer names what keeps it', async () => {
    const { answer } = await ask('Contador de gas a 1,90 m de altura de lectura, ¿cumple?', 'ES-28079')
    expect(answer).toContain('no se juzga')
    expect(answer).toContain('«gas»')
    const { answer: door } = await ask('Cabina de aseo en la vía pública con puerta de 80 cm que abre hacia dentro. ¿Vale?')
    expect(door).toContain('(«abre hacia dentro»)')
    // Also where the cases of a rule are shown.
    const { answer: tap } = await ask('El fontanero ha medido 5,5 bar en el grifo de la cocina. ¿Es normal o se pasa de lo permitido?')
    expect(tap).toContain('5,5 bar no se juzga: lo que la pregunta añade («medido»)')
  })

  test.each([
    ['¿Vale una barandilla de menos de 90 cm en un desnivel de 3 m, de 80 cm?', 'NON_COMPLIANT'],
    ['¿Cumple una barandilla de más de 1,10 m con una caída de 9 m?', 'COMPLIANT'],
    ['¿Cumple un extintor con la parte superior a 1,30 m del suelo?', 'NON_COMPLIANT'],
    // A word that names two conditions says the same of both, and leaves the other number to be judged.
    ['Barandilla de 80 cm para un desnivel de 1,20 m, ¿cumple?', 'NON_COMPLIANT'],
    ['En una unión con tornillos pretensados una chapa es 1,5 mm más gruesa que la de al lado, misma capa. ¿Me lo aceptan?', 'NON_COMPLIANT'],
    [
      'Hotel nuevo, acumulador de agua caliente de 1.000 litros. La tapa para limpiarlo tiene 300 mm de diámetro. ¿Está bien de tamaño?',
      'NON_COMPLIANT',
    ],
    [
      'Recinto de telecomunicaciones a 1,5 m de la maquinaria del ascensor; no lleva protección contra el campo electromagnético. ¿Está bien?',
      'NON_COMPLIANT',
    ],
    [
      'He tirado la plomada a un muro de carga de bloque, casa de una sola planta, y en la altura del piso se sale de la vertical 14 mm. El proyecto no fija tolerancias. ¿Lo acepto?',
      'COMPLIANT',
    ],
    ['Hidrante en un polígono fuera de zona urbana, con un recorrido real de 60 m hasta la nave. ¿Cumple la distancia del RIPCI?', 'NON_COMPLIANT'],
    ['Bolardos de 80 y 70 cm en la acera, ¿cumplen?', 'NON_COMPLIANT'],
    ['Comedor de un restaurante, calculado en vacío: 0,8 s de reverberación con el techo de lana de madera que hemos elegido. ¿Vale?', 'COMPLIANT'],
    ['Certificado energético con letra G emitido hace 6 años, ¿sirve?', 'NON_COMPLIANT'],
    // `Acceso` is no word for what is accessible, nor a building of dwellings a home.
    ['Pasillo de un piso de obra nueva en Vigo con 1,05 m libres. ¿Llega?', 'COMPLIANT'],
    ['Pasillo común de un edificio de viviendas en Castellón: 1,10 m de ancho. ¿Vale?', 'NON_COMPLIANT'],
  ])('what it says otherwise does not: %s', async (question, verdict) => {
    expect((await ask(question))['verdict']).toBe(verdict)
  })
})

/** Verdicts that people who looked for false ones got and that the official text refutes, of some 2,300 that they checked. */
const { items } = z
  .object({
    items: z.array(z.object({ question: z.string(), geo_id: z.string().optional(), not: z.enum(['COMPLIANT', 'NON_COMPLIANT']) })),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/ask-false-verdicts.json'), 'utf8')))

/** How many of them are still given, and how many of those comply. */
const [mostFalse, mostFalseToComply] = [170, 37]

test('no more of the false verdicts that were found are given', async () => {
  const given: string[] = []
  for (const { question, geo_id, not } of items) if ((await ask(question, geo_id))['verdict'] === not) given.push(not)
  console.info(`${given.length} of ${items.length} false verdicts are still given`)
  expect(given.length).toBeLessThanOrEqual(mostFalse)
  expect(given.filter((one) => one === 'COMPLIANT').length).toBeLessThanOrEqual(mostFalseToComply)
}, 120_000)
