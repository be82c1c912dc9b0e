import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { nameKey } from '../../../server/engine/text.ts'
import { readGeo } from '../read-geo.ts'
import { type DocumentSource, documentSource } from '../source.ts'
import { openSources, readYaml } from '../source-file.ts'
import type { Naming } from './boe-document.ts'
import type { Norm } from './boe-norm.ts'
import { refuse } from './malformed.ts'

export interface NamingRequest {
  /** The folder of the base. */
  readonly root: string
  readonly file: string
  readonly collection?: string | undefined
  readonly slug?: string | undefined
  /** INE code of the community of a regional norm. */
  readonly ccaa?: string | undefined
}

const abbreviations: Readonly<Record<string, string>> = {
  'real decreto': 'RD',
  'real decreto ley': 'RDL',
  'real decreto legislativo': 'RDLeg',
  'ley organica': 'LO',
}

/** Names not given come from the norm: `Real Decreto 314/2006` is `estatal/rd-314-2006`. What a human wrote into an earlier import stays. */
export function namingOf({ root, file, collection, slug, ccaa }: NamingRequest, norm: Norm): Naming {
  const rank = abbreviations[nameKey(norm.rank)] ?? norm.rank
  const shortTitle = norm.number === undefined ? norm.title : `${rank} ${norm.number}`
  const names = {
    collection: collection ?? (norm.scope === 'national' ? 'estatal' : 'autonomica'),
    slug: slug ?? nameKey(norm.number === undefined ? norm.identifier : shortTitle).replaceAll(' ', '-'),
  }
  const known = existingDocument(root, `normativa/${names.collection}/${names.slug}/document.yaml`)
  if (known !== undefined && known.text_kind !== 'official')
    refuse(file, 1, `would replace "${names.collection}/${names.slug}", a text in our own words: expected another --slug`)
  if (known?.identifier !== undefined && known.identifier !== norm.identifier)
    refuse(file, 1, `is ${norm.identifier}, but "${names.collection}/${names.slug}" is ${known.identifier}: expected another --slug`)
  return {
    ...names,
    shortTitle: known?.short_title ?? shortTitle,
    scope: known?.scope ?? (norm.scope === 'national' ? { level: 'national' } : { level: 'regional', ccaa: ccaa ?? communityOf(root, file, norm) }),
    aliases: known?.aliases ?? (norm.number === undefined ? [] : [`${norm.rank} ${norm.number}`]),
    notices: known?.notices ?? [],
    sources: known?.sources ?? {},
    ends: new Map(known?.editions.flatMap(({ version, in_force_to }) => (in_force_to === undefined ? [] : [[version, in_force_to] as const]))),
  }
}

function existingDocument(root: string, file: string): DocumentSource | undefined {
  if (!existsSync(join(root, file))) return undefined
  const sources = openSources(root)
  const known = readYaml(sources, file, documentSource)?.value
  const [fault] = sources.problems
  return known ?? refuse(file, fault?.line ?? 1, `cannot be read (${fault?.message}): expected a document to bring up to date`)
}

/** The community whose name is in that of the department: `Comunidad Autónoma de Aragón`. */
function communityOf(root: string, file: string, norm: Norm): string {
  const department = ` ${nameKey(norm.department)} `
  const distinctive = (name: string): string => nameKey(name).replace(/^(?:comunidad (?:foral )?de|comunitat|principado de|region de|illes) /, '')
  const { communities } = readGeo(openSources(root))
  const found = communities.filter(({ name }) => name.split('/').some((part) => department.includes(` ${distinctive(part)} `)))
  const [only] = found
  if (only === undefined || found.length > 1) refuse(file, 1, `is a norm of "${norm.department}": expected --ccaa with the INE code of its community`)
  return only.code
}
