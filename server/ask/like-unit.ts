import type { Unit, Units } from '../engine/unit.ts'

/** A unit of a question as people mean it beside that of a rule: `kg/cm²` is a pressure where the limit is in kPa. Itself where there is no such reading. */
export function likeUnit(units: Units, unit: Unit, own: string): Unit {
  return units.parse(own)?.kind === unit.kind ? unit : { ...(units.parseLike(unit.text, [own]) ?? unit), text: unit.text }
}
