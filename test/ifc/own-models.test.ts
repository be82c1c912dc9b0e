import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { ModelReport } from '../../server/ifc/report-schema.ts'
import { ownModels } from '../fixtures/ifc/models.ts'
import { plomada } from '../run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'ifc-'))
const model = (name: keyof typeof ownModels): string => join('test', 'fixtures', 'ifc', name)
const home = { uso: 'residencial_privado', intervencion: 'obra_nueva', tipo_uso: 'restringido' }

async function report(name: keyof typeof ownModels, context: Record<string, string>, ...more: string[]): Promise<ModelReport & { code: number }> {
  const conditions = Object.entries(context).flatMap(([field, value]) => ['--context', `${field}=${value}`])
  const { code, out, err } = await plomada(folder, 'ifc', model(name), '--kb', inject('packFile'), '--json', ...conditions, ...more)
  expect(out, err).toMatch(/^\{/)
  return { ...(JSON.parse(out) as ModelReport), code }
}

/** `Muro 0,30 cumple · transmitancia-termica: COMPLIANT`. */
function verdicts({ results }: ModelReport): string[] {
  return results.map(({ name, parameter, status, reason }) => `${name} · ${parameter}: ${status}${reason === undefined ? '' : ` ${reason}`}`)
}

describe('models of our own', () => {
  test.each(Object.entries(ownModels))('%s is what its source writes', (name, make) => {
    expect(readFileSync(join('test', 'fixtures', 'ifc', name), 'utf8')).toBe(make())
  })

  test('a flat gets the verdicts that it was built for', async () => {
    const flat = await report('piso.ifc', home, '--geo', 'Madrid')
    expect(flat.code).toBe(3)
    expect(verdicts(flat)).toEqual([
      'Muro 0,30 cumple · transmitancia-termica: COMPLIANT',
      'Muro 0,41 cumple · transmitancia-termica: COMPLIANT',
      'Muro 0,42 incumple · transmitancia-termica: NON_COMPLIANT',
      'Cubierta 0,35 cumple · transmitancia-termica: COMPLIANT',
      'Ventana 1,8 cumple · transmitancia-termica: COMPLIANT',
      'Ventana 1,9 incumple · transmitancia-termica: NON_COMPLIANT',
      'Puerta 780 incumple · anchura-libre: NON_COMPLIANT',
      'Puerta 900 sin decidir · anchura-libre: UNDECIDED bound',
      'Puerta libre 800 cumple · anchura-libre: COMPLIANT',
      'Puerta 780 incumple · altura-libre: UNDECIDED bound',
      'Puerta 900 sin decidir · altura-libre: UNDECIDED bound',
      'Puerta libre 800 cumple · altura-libre: COMPLIANT',
      'Puerta baja 1950 incumple · altura-libre: NON_COMPLIANT',
      'Escalera interior 200/220 cumple · contrahuella: COMPLIANT',
      'Escalera interior 201/219 incumple · contrahuella: NON_COMPLIANT',
      'Escalera interior 200/220 cumple · huella: COMPLIANT',
      'Escalera interior 201/219 incumple · huella: NON_COMPLIANT',
      'Escalera interior 200/220 cumple · peldanos-por-tramo: COMPLIANT',
      'Escalera interior 201/219 incumple · peldanos-por-tramo: COMPLIANT',
      'Escalera interior 200/220 cumple · anchura: UNDECIDED bound',
      'Escalera interior 201/219 incumple · anchura: UNDECIDED bound',
    ])
  })

  test('a school in feet and metres gets the verdicts that it was built for, and the attributes in feet are told', async () => {
    const context = {
      uso: 'docente',
      intervencion: 'obra_nueva',
      tipo_uso: 'general',
      planta: 'sobre_rasante',
      altura_evacuacion_m: '3',
      diferencia_cota_m: '7',
    }
    const school = await report('ala-escolar.ifc', context, '--geo', 'Madrid')
    expect(verdicts(school)).toEqual([
      'Escalera 17 x 28 cumple · contrahuella: COMPLIANT',
      'Escalera 18 x 27 incumple · contrahuella: UNDECIDED condition',
      'Escalera 17 x 28 cumple · huella: COMPLIANT',
      'Escalera 18 x 27 incumple · huella: NON_COMPLIANT',
      'Escalera 17 x 28 cumple · relacion-2c-h: COMPLIANT',
      'Escalera 18 x 27 incumple · relacion-2c-h: COMPLIANT',
      'Escalera 17 x 28 cumple · peldanos-por-tramo: COMPLIANT',
      'Escalera 18 x 27 incumple · peldanos-por-tramo: COMPLIANT',
      'Escalera 17 x 28 cumple · altura-tramo: COMPLIANT',
      'Escalera 18 x 27 incumple · altura-tramo: COMPLIANT',
      'Barandilla 1,10 cumple · altura: COMPLIANT',
      'Barandilla 0,85 incumple · altura: NON_COMPLIANT',
      '2,20 cumple Pasillo · altura-libre: COMPLIANT',
      '2,19 incumple Pasillo · altura-libre: NON_COMPLIANT',
      'Pared EI 60 cumple · resistencia-fuego-ei: COMPLIANT',
      'Pared EI 45 incumple · resistencia-fuego-ei: NON_COMPLIANT',
      'Pared 60 sin letras · resistencia-fuego-ei: UNDECIDED text',
    ])
    expect(school.notes[school.results[0]?.notes[0] ?? -1]).toContain('está en pies')
  })

  test('a car park under ground: geometry may fail and never pass, and a door in another unit decides nothing', async () => {
    const context = {
      uso: 'aparcamiento',
      intervencion: 'obra_nueva',
      tipo_rampa: 'peatonal',
      tipo_uso: 'general',
      plaza_delimitada: 'false',
      plan_regula_garajes: 'false',
    }
    const park = await report('aparcamiento.ifc', context, '--confirm-place')
    expect(verdicts(park)).toEqual([
      'Muro enterrado 0,45 · transmitancia-termica: UNDECIDED fact',
      'Puerta en otra unidad · anchura-libre: UNDECIDED unit',
      // Nobody says what wall they are in, so that their height may be no limit of the passage.
      'Puerta de garaje 1 · altura-libre: UNDECIDED fact',
      'Puerta de garaje 2 · altura-libre: UNDECIDED fact',
      'Puerta en otra unidad · altura-libre: UNDECIDED fact',
      'Rampa 12 % cumple · pendiente: COMPLIANT',
      'Rampa 13 % incumple · pendiente: NON_COMPLIANT',
      '1 Plaza · altura-libre: UNDECIDED bound',
      '2 Plaza · altura-libre: UNDECIDED bound',
      '1 Plaza · anchura: NON_COMPLIANT',
      '2 Plaza · anchura: UNDECIDED bound',
      '1 Plaza · longitud: NON_COMPLIANT',
      '2 Plaza · longitud: UNDECIDED bound',
    ])
  })

  test('without a place nothing is judged: the municipality of the coordinates is proposed', async () => {
    const open = await report('piso.ifc', home)
    expect(open.summary).toMatchObject({ compliant: 0, non_compliant: 0 })
    expect(open.place.proposed).toEqual({ geo_id: 'ES-28079', name: 'Madrid' })
    const confirmed = await report('piso.ifc', home, '--confirm-place')
    expect(confirmed.place.geo_id).toBe('ES-28079')
    expect(confirmed.context).toMatchObject({ altitud_m: 667 })
    expect(confirmed.summary.non_compliant).toBeGreaterThan(0)
  })

  test('answers of a map settle what was asked, once for a group', async () => {
    const file = join(folder, 'mapa.yaml')
    writeFileSync(
      file,
      'rooms: { Sala rara: dormitorio }\nanswers:\n  - { class: IfcDoor, name: "Puerta 9*", facts: { HandicapAccessible: false } }\n',
    )
    const flat = await report('piso.ifc', home, '--geo', 'Madrid', '--map', file)
    expect(flat.questions.filter(({ kind }) => kind === 'room')).toEqual([])
    expect(verdicts(flat)).not.toContain('Puerta 900 sin decidir · anchura-libre: UNDECIDED bound')
  })

  test('the questions are written as a map that reads as it is', async () => {
    const file = join(folder, 'preguntas.yaml')
    const school = await report('ala-escolar.ifc', { uso: 'docente' }, '--geo', 'Madrid', '--questions', file)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('diferencia_cota_m: …')
    expect((await report('ala-escolar.ifc', { uso: 'docente' }, '--geo', 'Madrid', '--map', file)).summary).toEqual(school.summary)
  })

  test('a map that names what the vocabulary does not have is refused, and says what', async () => {
    const file = join(folder, 'mal.yaml')
    writeFileSync(file, 'rooms: { Sala: dormitorium }\nanswers: [{ class: IfcDoor, facts: { Nada: true } }]\n')
    const { code, err } = await plomada(folder, 'ifc', model('piso.ifc'), '--kb', inject('packFile'), '--map', file)
    expect(code).toBe(1)
    expect(err).toMatch(/dormitorium.*answers\.0\.facts\.Nada/)
  })
})
