import type { IfcCheck, IfcMapping } from '../kb/ifc-mapping.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { derivations } from './derived.ts'
import type { ModelReport } from './report-schema.ts'

type Requirement = ModelReport['requirements'][number]

const measures: Readonly<Record<string, string>> = {
  m: 'IFCLENGTHMEASURE',
  'm²': 'IFCAREAMEASURE',
  'W/m²K': 'IFCTHERMALTRANSMITTANCEMEASURE',
}

/** What a model must carry for each check of a mapping: the first source of its value, and the facts that decide whether it applies. */
export function requirementsOf(mapping: IfcMapping, { book }: Pick<KnowledgeBase, 'book'>): Requirement[] {
  const checks = mapping.checks.map((check): Requirement => {
    const label = `${book.elements.byId.get(check.element)?.label ?? check.element}: ${book.parameters.byId.get(check.parameter)?.label ?? check.parameter}`
    return {
      id: check.id,
      title: label,
      note: check.note,
      classes: check.class,
      predefined: check.predefined ?? [],
      when: Object.entries(check.when).flatMap(([name, value]) => whenOf(mapping, check, name, value)),
      needs: sourcesOf(check).map((source) => propertyOf(source, check)),
    }
  })
  const facts = Object.entries(mapping.facts).flatMap(([name, { from, label, of }]) =>
    of === 'host' ? [] : from.filter((source) => source.startsWith('Pset_')).map((source) => factNeed(mapping, { name, source, label })),
  )
  return [...checks.filter(({ needs }) => needs.length > 0), ...facts.filter(({ classes }) => classes.length > 0)]
}

/** The sources of the first value: of a derived one, the first source of each input. Geometry asks nothing of properties. */
function sourcesOf({ values }: IfcCheck): string[] {
  const first = values[0]?.from ?? ''
  if (first.startsWith('geometry.')) return []
  return first.startsWith('derived.') ? (derivations[first.slice('derived.'.length)]?.of.flatMap(({ sources }) => sources[0] ?? []) ?? []) : [first]
}

function propertyOf(source: string, { unit, values }: IfcCheck): Requirement['needs'][number] {
  const [set = '', name = ''] = source.split('.')
  const isText = values.some(({ pattern }) => pattern !== undefined)
  const measure = name === 'Slope' ? 'IFCPLANEANGLEMEASURE' : name === 'NumberOfRiser' ? 'IFCCOUNTMEASURE' : (measures[unit] ?? '')
  return { set: set === 'attribute' ? '' : set, name, data_type: isText ? 'IFCLABEL' : measure }
}

/** A fact as a condition of applicability, where one property of the class says it. */
function whenOf({ facts }: IfcMapping, { class: classes }: IfcCheck, name: string, value: boolean): Requirement['when'] {
  const source = facts[name]?.from.find((one) => classes.some((each) => one.startsWith(`Pset_${each.slice('Ifc'.length)}Common.`)))
  if (source === undefined || facts[name]?.of === 'host') return []
  const [set = '', property = ''] = source.split('.')
  return [{ set, name: property, value }]
}

/** A fact as a requirement of its own: the property must be there, whatever it says. */
function factNeed(
  { checks }: IfcMapping,
  { name, source, label }: { readonly name: string; readonly source: string; readonly label: string },
): Requirement {
  const [set = '', property = ''] = source.split('.')
  const className = `Ifc${set.slice('Pset_'.length).replace(/Common$/, '')}`
  const isUsed = checks.some(
    (check) => check.class.includes(className) && (check.when[name] !== undefined || Object.values(check.context).includes(`fact:${name}`)),
  )
  return {
    id: `${source}`,
    title: label,
    note: '',
    classes: isUsed ? [className] : [],
    predefined: [],
    when: [],
    needs: [{ set, name: property, data_type: property === 'GlazingAreaFraction' ? '' : 'IFCBOOLEAN' }],
  }
}
