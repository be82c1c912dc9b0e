import { xmlHead, xmlText } from '../batch/xml-text.ts'
import type { ModelReport } from './report-schema.ts'

type Requirement = ModelReport['requirements'][number]

const versions = 'IFC2X3 IFC4 IFC4X3_ADD2'
const space = 'http://standards.buildingsmart.org/IDS'

/** What a model must carry for these checks, as IDS 1.0. It asks for data and judges nothing: limits are not part of it. */
export function reportIds({ requirements, as_of, kb }: Pick<ModelReport, 'requirements' | 'as_of' | 'kb'>): string {
  return `${xmlHead}<ids xmlns="${space}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${space} http://standards.buildingsmart.org/IDS/1.0/ids.xsd">
<info><title>Datos del modelo para comprobar la normativa con Plomada</title><version>${xmlText(kb.version)}</version><description>Lo que el modelo debe llevar para que cada comprobación se pueda hacer. No juzga valores.</description><date>${as_of}</date></info>
<specifications>
${requirements.flatMap((one) => one.classes.map((name) => specification(one, name))).join('\n')}
</specifications>
</ids>
`
}

function specification({ id, title, note, predefined, when, needs }: Requirement, className: string): string {
  const type = predefined.length === 0 ? '' : `<predefinedType>${anyOf(predefined)}</predefinedType>`
  const conditions = when.map(
    ({ set, name, value }) => `<property dataType="IFCBOOLEAN">${named(set, name)}<value>${simple(String(value).toUpperCase())}</value></property>`,
  )
  const about = note === '' ? '' : ` instructions="${xmlText(note)}"`
  const asked = needs.map(({ set, name, data_type }) =>
    set === ''
      ? `<attribute cardinality="required"${about}><name>${simple(name)}</name></attribute>`
      : `<property${data_type === '' ? '' : ` dataType="${data_type}"`} cardinality="required"${about}>${named(set, name)}</property>`,
  )
  return `<specification name="${xmlText(title)}" ifcVersion="${versions}" identifier="${xmlText(`${id} ${className}`)}">
<applicability minOccurs="0" maxOccurs="unbounded"><entity><name>${simple(className.toUpperCase())}</name>${type}</entity>${conditions.join('')}</applicability>
<requirements>${asked.toSorted((one, other) => (one < other ? -1 : 1)).join('')}</requirements>
</specification>`
}

function named(set: string, name: string): string {
  return `<propertySet>${simple(set)}</propertySet><baseName>${simple(name)}</baseName>`
}

function simple(text: string): string {
  return `<simpleValue>${xmlText(text)}</simpleValue>`
}

function anyOf(values: readonly string[]): string {
  const [only, ...others] = values
  if (only !== undefined && others.length === 0) return simple(only)
  return `<xs:restriction base="xs:string">${values.map((value) => `<xs:enumeration value="${xmlText(value)}"/>`).join('')}</xs:restriction>`
}
