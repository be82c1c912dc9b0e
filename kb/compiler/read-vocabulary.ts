import { z } from 'zod'
import { type BuildingDataGroup, buildingDataGroup } from '../../server/engine/building-data.ts'
import { plainEveryday } from '../../server/engine/everyday.ts'
import { type EverydaySource, everydaySource } from '../../server/engine/everyday-source.ts'
import { type ForeignWords, foreignWords } from '../../server/engine/foreign-words.ts'
import { type NearSynonyms, nearSynonyms } from '../../server/engine/near-synonyms.ts'
import {
  type Dimension,
  dimension,
  type Element,
  element,
  type Parameter,
  parameter,
  type Scale,
  scale,
  type UnitSymbol,
  unitSymbol,
} from '../../server/engine/schema.ts'
import { type StatedCondition, statedCondition } from '../../server/engine/stated-conditions.ts'
import { type Thresholds, thresholds } from '../../server/engine/thresholds.ts'
import { readYaml, type SourceFolder } from './source-file.ts'

export interface ReadVocabulary {
  readonly elements: readonly Element[]
  readonly parameters: readonly Parameter[]
  readonly dimensions: readonly Dimension[]
  readonly scales: readonly Scale[]
  readonly units: readonly UnitSymbol[]
  /** Abbreviations that people use in questions. */
  readonly abbreviations: Readonly<Record<string, string>>
  /** How people say what the vocabulary names otherwise. */
  readonly everyday: EverydaySource
  /** Quantities that sound alike and are not the same. */
  readonly nearSynonyms: readonly NearSynonyms[]
  /** The data by which thresholds are reached. */
  readonly thresholds: readonly Thresholds[]
  /** The data of a whole building, by group. */
  readonly buildingData: readonly BuildingDataGroup[]
  /** Words of the other languages of the country and of English. */
  readonly languages: readonly ForeignWords[]
  /** How people say that a condition holds. */
  readonly stated: readonly StatedCondition[]
}

const extension = z.strictObject({ id: z.string(), extends: z.literal(true), values: dimension.shape.values.unwrap().min(1) })
const dimensionOrExtension = z.union([extension, dimension])

/** Reads `vocabulary/`: an identifier is declared once; a dimension may be extended with values elsewhere. */
export function readVocabulary(sources: SourceFolder): ReadVocabulary {
  const elements = readTerms(sources, 'vocabulary/elements', element)
  const parameters = readTerms(sources, 'vocabulary/parameters', parameter)
  return {
    elements,
    parameters,
    dimensions: readDimensions(sources),
    scales: readYaml(sources, 'vocabulary/scales.yaml', z.array(scale))?.value ?? [],
    units: readYaml(sources, 'vocabulary/units.yaml', z.array(unitSymbol))?.value ?? [],
    abbreviations: readYaml(sources, 'vocabulary/abbreviations.yaml', z.record(z.string(), z.string()))?.value ?? {},
    everyday: readOptional(sources, 'vocabulary/everyday.yaml', everydaySource) ?? plainEveryday,
    nearSynonyms: readOptional(sources, 'vocabulary/near-synonyms.yaml', z.array(nearSynonyms)) ?? [],
    thresholds: readOptional(sources, 'vocabulary/thresholds.yaml', z.array(thresholds)) ?? [],
    buildingData: readOptional(sources, 'vocabulary/building.yaml', z.array(buildingDataGroup)) ?? [],
    languages: readLanguages(sources),
    stated: sources.list('vocabulary/stated', '.yaml').flatMap((file) => readYaml(sources, file, z.array(statedCondition))?.value ?? []),
  }
}

function readLanguages(sources: SourceFolder): ForeignWords[] {
  return sources.list('vocabulary/languages', '.yaml').flatMap((file) => {
    const read = readYaml(sources, file, foreignWords)?.value
    if (read !== undefined && !file.endsWith(`/${read.language}.yaml`)) sources.report(file, 1, `expected the file languages/${read.language}.yaml`)
    return read ?? []
  })
}

/** A file that a base may do without. */
function readOptional<T>(sources: SourceFolder, file: string, schema: z.ZodType<T>): T | undefined {
  const name = file.split('/').at(-1) ?? file
  return sources.list('vocabulary', name).includes(file) ? readYaml(sources, file, schema)?.value : undefined
}

function readTerms<T extends { id: string; broader?: string | undefined; also: readonly (string | { element: string })[] }>(
  sources: SourceFolder,
  folder: string,
  schema: z.ZodType<T>,
): T[] {
  const found = new Map<string, T>()
  const links: { file: string; line: () => number; of: string; to: string; name: string }[] = []
  for (const file of sources.list(folder, '.yaml')) {
    const list = readYaml(sources, file, z.array(schema))
    for (const [index, term] of (list?.value ?? []).entries()) {
      const line = (): number => list?.lineOf([index]) ?? 1
      if (found.has(term.id)) sources.report(file, line(), `"${term.id}" is declared twice`)
      found.set(term.id, term)
      if (term.broader !== undefined) links.push({ file, line, of: term.id, to: term.broader, name: 'broader' })
      for (const to of term.also) links.push({ file, line, of: term.id, to: typeof to === 'string' ? to : to.element, name: '"also"' })
    }
  }
  for (const { file, line, of, to, name } of links)
    if (!found.has(to) || of === to) sources.report(file, line(), `"${of}" has an unknown ${name} term "${to}"`)
  return [...found.values()]
}

function readDimensions(sources: SourceFolder): Dimension[] {
  const found = new Map<string, Dimension>()
  const added: { file: string; line: () => number; value: z.infer<typeof extension> }[] = []
  for (const file of sources.list('vocabulary/dimensions', '.yaml')) {
    const list = readYaml(sources, file, z.array(dimensionOrExtension))
    for (const [index, value] of (list?.value ?? []).entries()) {
      const line = (): number => list?.lineOf([index]) ?? 1
      if ('extends' in value) added.push({ file, line, value })
      else {
        if (found.has(value.id)) sources.report(file, line(), `dimension "${value.id}" is declared twice`)
        if (value.type === 'enum' && value.values.length === 0 && value.source !== 'place')
          sources.report(file, line(), `dimension "${value.id}" has no values`)
        found.set(value.id, value)
      }
    }
  }
  for (const { file, line, value } of added) {
    const base = found.get(value.id)
    if (base === undefined) sources.report(file, line(), `extends an unknown dimension "${value.id}"`)
    else {
      const known = new Set(base.values.map(({ id }) => id))
      for (const { id } of value.values) if (known.has(id)) sources.report(file, line(), `value "${id}" of "${value.id}" is declared twice`)
      found.set(value.id, { ...base, values: [...base.values, ...value.values] })
    }
  }
  return [...found.values()]
}
