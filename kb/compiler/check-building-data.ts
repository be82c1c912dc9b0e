import type { Book } from '../../server/engine/book.ts'
import type { BuildingDataGroup } from '../../server/engine/building-data.ts'
import { mayBeGiven } from '../../server/engine/context.ts'
import type { SourceFolder } from './source-file.ts'

const file = 'vocabulary/building.yaml'

/** Each datum is a dimension that a request may state, named once. */
export function checkBuildingData(sources: SourceFolder, groups: readonly BuildingDataGroup[], { dimensions }: Book): void {
  const seen = new Set<string>()
  for (const { id: group, data } of groups) {
    if (seen.has(group)) sources.report(file, 1, `the group "${group}" is named twice`)
    seen.add(group)
    for (const id of data) {
      const dimension = dimensions.byId.get(id)
      if (dimension === undefined) sources.report(file, 1, `"${id}" is no dimension of the vocabulary`)
      else if (!mayBeGiven(dimension)) sources.report(file, 1, `"${id}" follows from the place: nobody states it`)
      if (seen.has(`datum ${id}`)) sources.report(file, 1, `"${id}" is named twice`)
      seen.add(`datum ${id}`)
    }
  }
}
