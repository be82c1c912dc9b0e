import { addPhoto } from './add-photo.ts'
import { addToLibrary } from './add-to-library.ts'
import { ask } from './ask.ts'
import { checkAudit } from './check-audit.ts'
import { checkModel } from './check-model.ts'
import { compareRevisions } from './compare-revisions.ts'
import { createProject } from './create-project.ts'
import { deletePhoto } from './delete-photo.ts'
import { deleteProject } from './delete-project.ts'
import { describeParameter } from './describe-parameter.ts'
import { diffDocument } from './diff-document.ts'
import { getArticle } from './get-article.ts'
import { getDeviceCopy } from './get-device-copy.ts'
import { getDocument } from './get-document.ts'
import { getGeo } from './get-geo.ts'
import { getLibraryFile } from './get-library-file.ts'
import { getLibraryPage } from './get-library-page.ts'
import { getMeta } from './get-meta.ts'
import { getOffice } from './get-office.ts'
import { getPhoto } from './get-photo.ts'
import { getProject } from './get-project.ts'
import { getRevision } from './get-revision.ts'
import { getServer } from './get-server.ts'
import { getSigningKeys } from './get-signing-keys.ts'
import { getWhoami } from './get-whoami.ts'
import { installBase } from './install-base.ts'
import { issueKey } from './issue-key.ts'
import { listAudit } from './list-audit.ts'
import { listBases } from './list-bases.ts'
import { listBuildingData } from './list-building-data.ts'
import { listCollections } from './list-collections.ts'
import { listConditions } from './list-conditions.ts'
import { listDeletedProjects } from './list-deleted-projects.ts'
import { listDocuments } from './list-documents.ts'
import { listElements } from './list-elements.ts'
import { listKeys } from './list-keys.ts'
import { listLibrary } from './list-library.ts'
import { listLimits } from './list-limits.ts'
import { listLiteralTexts } from './list-literal-texts.ts'
import { listMunicipios } from './list-municipios.ts'
import { listPhotos } from './list-photos.ts'
import { listProjects } from './list-projects.ts'
import { listRequirements } from './list-requirements.ts'
import { listRevisions } from './list-revisions.ts'
import { listRules } from './list-rules.ts'
import { listZones } from './list-zones.ts'
import { makeChecksTemplate } from './make-checks-template.ts'
import { makeFicha } from './make-ficha.ts'
import { makeRequirementsTable } from './make-requirements-table.ts'
import type { Definition, Operation } from './operation.ts'
import { purgeProject } from './purge-project.ts'
import { readChecks } from './read-checks.ts'
import { readLine } from './read-line.ts'
import { recoverProject } from './recover-project.ts'
import { removeFromLibrary } from './remove-from-library.ts'
import { replaceProject } from './replace-project.ts'
import { restoreRevision } from './restore-revision.ts'
import { revokeKey } from './revoke-key.ts'
import { rollbackBase } from './rollback-base.ts'
import { rotateKey } from './rotate-key.ts'
import { search } from './search.ts'
import { setOffice } from './set-office.ts'
import { switchLan } from './switch-lan.ts'
import { trustPublisher } from './trust-publisher.ts'
import { verify } from './verify.ts'
import { verifyBatch } from './verify-batch.ts'
import { verifyProject } from './verify-project.ts'

/** Every operation by its name. REST, tRPC and OpenAPI are made from this list. */
export const operations = {
  verify,
  verifyBatch,
  listRequirements,
  makeRequirementsTable,
  listBuildingData,
  listLimits,
  readLine,
  makeFicha,
  checkModel,
  ask,
  search,
  listLibrary,
  addToLibrary,
  getLibraryPage,
  getLibraryFile,
  listLiteralTexts,
  removeFromLibrary,
  diffDocument,
  getArticle,
  getGeo,
  listMunicipios,
  listZones,
  listRules,
  listElements,
  describeParameter,
  listConditions,
  listCollections,
  listDocuments,
  getDocument,
  getMeta,
  getDeviceCopy,
  getWhoami,
  createProject,
  listProjects,
  getProject,
  replaceProject,
  listRevisions,
  getRevision,
  compareRevisions,
  restoreRevision,
  addPhoto,
  listPhotos,
  getPhoto,
  deletePhoto,
  deleteProject,
  listDeletedProjects,
  recoverProject,
  purgeProject,
  verifyProject,
  listKeys,
  issueKey,
  revokeKey,
  rotateKey,
  listAudit,
  checkAudit,
  readChecks,
  makeChecksTemplate,
  listBases,
  installBase,
  rollbackBase,
  getServer,
  getSigningKeys,
  getOffice,
  setOffice,
  switchLan,
  trustPublisher,
} as const

/** The operations as a list, each with its name. */
export const operationList: readonly Operation[] = Object.entries(operations).map(([name, definition]) => ({
  // Safe cast: each `run` takes its own input type, and callers of this list first parse the input with `input`.
  ...(definition as unknown as Definition),
  name,
}))
