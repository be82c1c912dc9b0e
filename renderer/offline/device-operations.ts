import { describeParameter } from '../../server/operations/describe-parameter.ts'
import { diffDocument } from '../../server/operations/diff-document.ts'
import { getArticle } from '../../server/operations/get-article.ts'
import { getDocument } from '../../server/operations/get-document.ts'
import { getGeo } from '../../server/operations/get-geo.ts'
import { getMeta } from '../../server/operations/get-meta.ts'
import { listBuildingData } from '../../server/operations/list-building-data.ts'
import { listCollections } from '../../server/operations/list-collections.ts'
import { listConditions } from '../../server/operations/list-conditions.ts'
import { listDocuments } from '../../server/operations/list-documents.ts'
import { listElements } from '../../server/operations/list-elements.ts'
import { listLimits } from '../../server/operations/list-limits.ts'
import { listMunicipios } from '../../server/operations/list-municipios.ts'
import { listRequirements } from '../../server/operations/list-requirements.ts'
import { listZones } from '../../server/operations/list-zones.ts'
import type { Definition } from '../../server/operations/operation.ts'
import { verify } from '../../server/operations/verify.ts'

const operations = {
  verify,
  listLimits,
  listRequirements,
  listBuildingData,
  listElements,
  describeParameter,
  listConditions,
  listMunicipios,
  listZones,
  listCollections,
  listDocuments,
  getDocument,
  getArticle,
  diffDocument,
  getGeo,
  getMeta,
}

/** The operations that a device answers itself: those that read the base alone. Search, questions, projects and everything that writes need the server. */
export const deviceOperations: ReadonlyMap<string, Definition> = new Map(
  // Safe cast: each `run` takes its own input type, and the input is parsed with `input` first.
  Object.entries(operations).map(([name, definition]) => [name, definition as unknown as Definition]),
)
