import { getArticle } from './article.ts'
import { ask } from './ask.ts'
import { checkAudit, listAudit } from './auditoria.ts'
import { installBase, listBases, rollbackBase, trustPublisher } from './base.ts'
import { issueKey, listKeys, revokeKey, rotateKey } from './claves.ts'
import { listCondiciones } from './condiciones.ts'
import { diffDocument } from './diff.ts'
import { listElementos } from './elementos.ts'
import { makeFicha } from './ficha.ts'
import { getGeo } from './geo.ts'
import { getMeta } from './meta.ts'
import { listMunicipios } from './municipios.ts'
import { getDocument, listCollections, listDocuments } from './normativa.ts'
import type { Operation } from './operation.ts'
import { createProject, deleteProject, getProject, listProjects, replaceProject } from './projects.ts'
import { readChecks } from './read-checks.ts'
import { listReglas } from './reglas.ts'
import { search } from './search.ts'
import { getServer, switchLan } from './servidor.ts'
import { verify } from './verify.ts'
import { verifyBatch } from './verify-batch.ts'
import { listZonas } from './zonas.ts'

/** Everything the service does. REST, tRPC and OpenAPI are made from this list. */
export const operations = {
  verify,
  verifyBatch,
  makeFicha,
  ask,
  search,
  diffDocument,
  getArticle,
  getGeo,
  listMunicipios,
  listZonas,
  listReglas,
  listElementos,
  listCondiciones,
  listCollections,
  listDocuments,
  getDocument,
  getMeta,
  createProject,
  listProjects,
  getProject,
  replaceProject,
  deleteProject,
  listKeys,
  issueKey,
  revokeKey,
  rotateKey,
  listAudit,
  checkAudit,
  readChecks,
  listBases,
  installBase,
  rollbackBase,
  getServer,
  switchLan,
  trustPublisher,
} as const

/** The same as a list of one type, for what treats them alike. */
export const operationList: readonly Operation[] = Object.values(operations) as unknown as readonly Operation[]
