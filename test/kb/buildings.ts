import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseExact, toNumber } from '../../server/engine/decimal.ts'
import { convert, type Units } from '../../server/engine/unit.ts'
import type { Json } from '../service.ts'

const folder = join(import.meta.dirname, 'buildings')
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const binding = z.strictObject({ limite: z.string().optional(), documento: z.string().optional(), norma: z.string(), deriva: z.string().optional() })
const check = z.strictObject({
  id: z.string(),
  mide: z.string(),
  consulta: z.strictObject({
    elemento: z.string(),
    parametro: z.string(),
    valor: z.union([z.number(), z.string(), z.boolean()]),
    unidad: z.string().optional(),
    contexto: facts.default({}),
  }),
  sin_nombre: z.boolean().optional(),
  veredicto: z.enum(['cumple', 'no cumple', 'no aplica', 'falta', 'no es límite']),
  falta: z.array(z.string()).default([]),
  gobierna: binding,
  tambien: z.array(binding).default([]),
  cita: z.string(),
  trampa: z.string().optional(),
  /** Why the program does not answer as the text does: the check is then known to differ, and shown. */
  difiere: z.string().optional(),
})
const building = z.strictObject({
  edificio: z.string(),
  lugar: z.strictObject({ municipio: z.string(), ine: z.string().regex(/^\d{5}$/), altitud_m: z.number().optional() }),
  fecha: z.string(),
  contexto: facts.default({}),
  comprobaciones: z.array(check).min(25),
})

export type Building = z.infer<typeof building>
export type BuildingCheck = z.infer<typeof check>

/** The worked buildings of `test/kb/buildings`, by file. Throws with the file and the field where one is not in the format. */
export function readBuildings(): { readonly file: string; readonly building: Building }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => {
      const read = building.safeParse(parse(readFileSync(join(folder, file), 'utf8')))
      if (!read.success) throw new TypeError(`${file}: ${z.prettifyError(read.error)}`)
      return { file, building: read.data }
    })
}

/** The body of `POST /verify` that puts a check as its building describes it. */
export function requestOf({ lugar, fecha, contexto }: Building, { consulta }: BuildingCheck): Json {
  return {
    element: consulta.elemento,
    parameter: consulta.parametro,
    value: typeof consulta.valor === 'boolean' ? (consulta.valor ? 'sí' : 'no') : consulta.valor,
    unit: consulta.unidad ?? '',
    geo_id: `ES-${lugar.ine}`,
    context: { ...(lugar.altitud_m === undefined ? {} : { altitud_m: lugar.altitud_m }), ...contexto, ...consulta.contexto },
    as_of: fecha,
  }
}

/** What an answer says otherwise than the text does: one line for each difference, none where they agree. */
export function differences(expected: BuildingCheck, answer: Json, units: Units): string[] {
  const outcome = outcomeOf(answer)
  if (outcome !== expected.veredicto) return [`${outcome}, not ${expected.veredicto}`]
  if (expected.veredicto === 'falta') {
    const asked = ((answer['missing'] as Json[] | undefined) ?? []).map(({ field }) => field)
    return expected.falta.filter((name) => !asked.includes(name)).map((name) => `does not ask for ${name} but for ${asked.join(', ')}`)
  }
  if (expected.veredicto === 'no aplica' || expected.veredicto === 'no es límite') return []
  const rules = answer['rules'] as Json[]
  const limits = [{ ...expected.gobierna, governs: true }, ...expected.tambien.map((one) => ({ ...one, governs: false }))]
  return limits.flatMap((one) => {
    const among = one.governs ? rules.filter((rule) => sameBound(rule, rules[0] ?? {})) : rules
    return among.some((rule) => says(rule, answer, one, units))
      ? []
      : [`${one.limite} of ${one.documento} ${one.governs ? 'does not govern' : 'is not listed'}`]
  })
}

function outcomeOf(answer: Json): string {
  if (answer['result_status'] === 'COMPLIANT') return 'cumple'
  if (answer['result_status'] === 'NON_COMPLIANT') return 'no cumple'
  if (answer['code'] === 'indeterminate') return 'falta'

  if (answer['code'] !== 'no-applicable-rule') return `${answer['code']}`
  if (answer['reason'] === 'not-a-limit' || answer['reason'] === 'threshold') return 'no es límite'
  return answer['reason'] === 'not-bound' ? 'no aplica' : `${answer['reason']}`
}

function sameBound(rule: Json, other: Json): boolean {
  return rule['limit_value'] === other['limit_value'] && rule['unit'] === other['unit'] && rule['comparison'] === other['comparison']
}

const signs: Readonly<Record<string, string>> = { '>=': 'gte', '>': 'gt', '<=': 'lte', '<': 'lt', '=': 'eq' }

/** True if a rule of the answer sets the limit that was derived, in the document where it was read. */
function says(rule: Json, answer: Json, { limite, documento }: z.infer<typeof binding>, units: Units): boolean {
  if (documento !== undefined && rule['code_slug'] !== documento) return false
  if (limite === undefined) return true
  const range = /^range (-?[\d.]+)\.\.(-?[\d.]+) ?(.*)$/.exec(limite)
  if (range !== null) {
    const ends = (rule['limit_range'] ?? answer['limit_range']) as Json | undefined
    const [low, high] = [range[1], range[2]].map((end) => inUnit(end ?? '', range[3] ?? '', `${rule['unit']}`, units))
    return ends !== undefined && same(ends['min'], low) && same(ends['max'], high)
  }
  const [, sign = '', figure = '', unit = ''] = /^(>=|<=|>|<|=) *(-?\d+(?:\.\d+)?(?:\/\d+)?)(?: (.*))?$/.exec(limite) ?? []
  if (sign === '') return limite.replace(/^[<>=]+ */, '') === rule['limit_value']
  return signs[sign] === rule['comparison'] && same(rule['limit_value'], inUnit(figure, unit, `${rule['unit']}`, units))
}

function inUnit(figure: string, from: string, to: string, units: Units): number | undefined {
  const [given, wanted] = [units.parse(from === '' ? '1' : from), units.parse(to === '' ? '1' : to)]
  const [over = '0', under = '1'] = figure.split('/')
  if (given === undefined || wanted === undefined || given.kind !== wanted.kind) return undefined
  return toNumber(convert(parseExact(over).div(parseExact(under)), given, wanted))
}

function same(found: unknown, expected: number | undefined): boolean {
  return expected !== undefined && Math.abs(Number(found) - expected) <= Math.abs(expected) * 0.006
}
