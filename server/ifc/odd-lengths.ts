import type { IfcModel } from './model.ts'

/** What doors and storeys of buildings measure at all, in metres. */
const door = { least: 1.5, most: 4.5 }
const mostBetweenStoreys = 9
const leastBuilding = 1

/** True if the lengths of a model are not in the unit that it declares: its usual door, or the distance of its storeys, is that of no building. */
export function hasOddLengths({ elements, storeys }: Pick<IfcModel, 'elements' | 'storeys'>): boolean {
  const heights = elements.flatMap((element) =>
    element.class === 'IfcDoor'
      ? element.values.flatMap(({ name, origin, value, unit }) =>
          name === 'OverallHeight' && origin === 'attribute' && unit === 'm' && typeof value === 'number' ? [value] : [],
        )
      : [],
  )
  const usual = median(heights)
  if (usual !== undefined && (usual < door.least || usual > door.most)) return true
  const levels = storeys.flatMap(({ elevation }) => elevation ?? []).toSorted((one, other) => one - other)
  const steps = levels.slice(1).map((level, index) => level - (levels[index] ?? level))
  const whole = (levels.at(-1) ?? 0) - (levels[0] ?? 0)
  return (median(steps) ?? 0) > mostBetweenStoreys || (levels.length > 1 && whole > 0 && whole < leastBuilding)
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
