/** Writes small IFC files for tests: boxes with properties, on storeys. Every identifier follows from the order of the calls. */
export interface StepOptions {
  readonly schema: 'IFC2X3' | 'IFC4' | 'IFC4X3_ADD2'
  readonly length: 'mm' | 'm' | 'ft'
  readonly place?: { readonly latitude: readonly number[]; readonly longitude: readonly number[]; readonly elevation: number }
  /** False leaves the units out. */
  readonly hasUnits?: boolean
}

/** A value of a property: a text, a truth, or a number with its measure. */
export type Value = string | boolean | readonly [measure: string, value: number]

export interface Element {
  readonly class: string
  readonly name: string
  readonly longName?: string
  readonly storey: number
  readonly predefined?: string
  /** Attributes of the class after `Tag`, as STEP text, in the units of the file. */
  readonly attributes?: readonly string[]
  readonly sets?: Readonly<Record<string, Readonly<Record<string, Value>>>> | undefined
  readonly quantities?: Readonly<Record<string, Readonly<Record<string, readonly [kind: 'LENGTH' | 'AREA', value: number]>>>>
  /** Line of the wall whose opening it fills. */
  readonly host?: number | undefined
  /** Corner and size in the units of the file. */
  readonly box?: readonly [x: number, y: number, z: number, dx: number, dy: number, dz: number] | undefined
}

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$'

/** Opens a file. `add` gives the line number of an element, `text` the whole file. */
export function stepFile(options: StepOptions) {
  const lines: string[] = []
  let guids = 0
  const line = (text: string): number => lines.push(text)
  const guid = (): string => {
    guids += 1
    return `'2Plomada00000000${characters[Math.floor(guids / 4096) % 64]}${characters[Math.floor(guids / 64) % 64]}${characters[guids % 64]}000'`
  }
  const real = (value: number): string => (Number.isInteger(value) ? `${value}.` : String(value))
  const origin = line('IFCCARTESIANPOINT((0.,0.,0.))')
  const axes = line(`IFCAXIS2PLACEMENT3D(#${origin},$,$)`)
  const context = line(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#${axes},$)`)
  const person = line(options.schema === 'IFC2X3' ? "IFCPERSON($,'Plomada',$,$,$,$,$,$)" : "IFCPERSON($,'Plomada',$,$,$,$,$,$)")
  const organization = line("IFCORGANIZATION($,'Plomada',$,$,$)")
  const both = line(`IFCPERSONANDORGANIZATION(#${person},#${organization},$)`)
  const application = line(`IFCAPPLICATION(#${organization},'1','Plomada test models','plomada')`)
  const owner = line(`IFCOWNERHISTORY(#${both},#${application},$,.ADDED.,$,$,$,0)`)
  const units = options.hasUnits === false ? [] : unitLines(options.length, line)
  const assignment = line(`IFCUNITASSIGNMENT((${units.map((id) => `#${id}`).join(',')}))`)
  const project = line(`IFCPROJECT(${guid()},#${owner},'Modelo de prueba',$,$,'Modelo de prueba',$,(#${context}),#${assignment})`)
  const placement = line(`IFCLOCALPLACEMENT($,#${axes})`)
  const { place } = options
  const site = line(
    `IFCSITE(${guid()},#${owner},'Solar',$,$,#${placement},$,$,.ELEMENT.,${place === undefined ? '$,$,$' : `(${place.latitude.join(',')}),(${place.longitude.join(',')}),${real(place.elevation)}`},$,$)`,
  )
  const building = line(`IFCBUILDING(${guid()},#${owner},'Edificio',$,$,#${placement},$,$,.ELEMENT.,$,$,$)`)
  line(`IFCRELAGGREGATES(${guid()},#${owner},$,$,#${project},(#${site}))`)
  line(`IFCRELAGGREGATES(${guid()},#${owner},$,$,#${site},(#${building}))`)

  const setOf = (name: string, members: readonly number[], kind: string): number =>
    line(
      kind === 'quantity'
        ? `IFCELEMENTQUANTITY(${guid()},#${owner},'${name}',$,$,(${refs(members)}))`
        : `IFCPROPERTYSET(${guid()},#${owner},'${name}',$,(${refs(members)}))`,
    )
  const solid = ([x, y, z, dx, dy, dz]: NonNullable<Element['box']>): number => {
    const centre = line(`IFCCARTESIANPOINT((${real(dx / 2)},${real(dy / 2)}))`)
    const axis = line(`IFCAXIS2PLACEMENT2D(#${centre},$)`)
    const profile = line(`IFCRECTANGLEPROFILEDEF(.AREA.,$,#${axis},${real(dx)},${real(dy)})`)
    const corner = line(`IFCCARTESIANPOINT((${real(x)},${real(y)},${real(z)}))`)
    const position = line(`IFCAXIS2PLACEMENT3D(#${corner},$,$)`)
    const up = line('IFCDIRECTION((0.,0.,1.))')
    const body = line(`IFCEXTRUDEDAREASOLID(#${profile},#${position},#${up},${real(dz)})`)
    const shape = line(`IFCSHAPEREPRESENTATION(#${context},'Body','SweptSolid',(#${body}))`)
    return line(`IFCPRODUCTDEFINITIONSHAPE($,$,(#${shape}))`)
  }
  return {
    line,
    guid,
    owner,
    storey(name: string, elevation: number): number {
      const id = line(`IFCBUILDINGSTOREY(${guid()},#${owner},'${name}',$,$,#${placement},$,$,.ELEMENT.,${real(elevation)})`)
      line(`IFCRELAGGREGATES(${guid()},#${owner},$,$,#${building},(#${id}))`)
      return id
    },
    add(element: Element): number {
      const shape = element.box === undefined ? '$' : `#${solid(element.box)}`
      const head = `${guid()},#${owner},'${element.name}',$,$,#${placement},${shape}`
      const isSpace = element.class === 'IFCSPACE'
      const rest = isSpace
        ? [`'${element.longName ?? ''}'`, '.ELEMENT.', options.schema === 'IFC2X3' ? '.INTERNAL.' : `.${element.predefined ?? 'SPACE'}.`, '$']
        : ['$', ...(element.attributes ?? []), ...tail(options.schema, element)]
      const id = line(`${element.class}(${[head, ...rest].join(',')})`)
      if (isSpace) line(`IFCRELAGGREGATES(${guid()},#${owner},$,$,#${element.storey},(#${id}))`)
      else line(`IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid()},#${owner},$,$,(#${id}),#${element.storey})`)
      if (element.host !== undefined) {
        const opening = line(`IFCOPENINGELEMENT(${guid()},#${owner},$,$,$,#${placement},$,$${options.schema === 'IFC2X3' ? '' : ',.OPENING.'})`)
        line(`IFCRELVOIDSELEMENT(${guid()},#${owner},$,$,#${element.host},#${opening})`)
        line(`IFCRELFILLSELEMENT(${guid()},#${owner},$,$,#${opening},#${id})`)
      }
      for (const [name, properties] of Object.entries(element.sets ?? {})) {
        const members = Object.entries(properties).map(([property, value]) =>
          line(`IFCPROPERTYSINGLEVALUE('${property}',$,${valueText(value, real)},$)`),
        )
        line(`IFCRELDEFINESBYPROPERTIES(${guid()},#${owner},$,$,(#${id}),#${setOf(name, members, 'property')})`)
      }
      for (const [name, quantities] of Object.entries(element.quantities ?? {})) {
        const members = Object.entries(quantities).map(([quantity, [kind, value]]) =>
          line(`IFCQUANTITY${kind}('${quantity}',$,$,${real(value)}${options.schema === 'IFC2X3' ? '' : ',$'})`),
        )
        line(`IFCRELDEFINESBYPROPERTIES(${guid()},#${owner},$,$,(#${id}),#${setOf(name, members, 'quantity')})`)
      }
      return id
    },
    text(): string {
      const body = lines.map((text, index) => `#${index + 1}=${text};`).join('\n')
      return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');\nFILE_NAME('prueba.ifc','2026-11-23T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('${options.schema}'));\nENDSEC;\nDATA;\n${body}\nENDSEC;\nEND-ISO-10303-21;\n`
    },
  }
}

function refs(ids: readonly number[]): string {
  return ids.map((id) => `#${id}`).join(',')
}

function valueText(value: Value, real: (value: number) => string): string {
  if (typeof value === 'string') return `IFCLABEL('${value}')`
  if (typeof value === 'boolean') return `IFCBOOLEAN(.${value ? 'T' : 'F'}.)`
  const [measure, number] = value
  return `IFC${measure}(${/COUNT|INTEGER/.test(measure) ? number : real(number)})`
}

/** The attributes at the end of a class, which differ by schema. */
function tail(schema: StepOptions['schema'], { class: name, predefined }: Element): string[] {
  const type = predefined === undefined ? '$' : `.${predefined}.`
  const hasType = ['IFCSLAB', 'IFCRAILING', 'IFCROOF', 'IFCSTAIR', 'IFCRAMP'].includes(name)
  if (schema === 'IFC2X3') return hasType ? [type] : []
  return ['IFCDOOR', 'IFCWINDOW'].includes(name) ? [type, '$', '$'] : [type]
}

function unitLines(length: StepOptions['length'], line: (text: string) => number): number[] {
  const metre = line('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)')
  const feet = (): number => {
    const factor = line(`IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#${metre})`)
    const dimensions = line('IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0)')
    return line(`IFCCONVERSIONBASEDUNIT(#${dimensions},.LENGTHUNIT.,'FOOT',#${factor})`)
  }
  const unit = length === 'mm' ? line('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)') : length === 'ft' ? feet() : metre
  const area = line('IFCSIUNIT(*,.AREAUNIT.,$,.SQUARE_METRE.)')
  const angle = line('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)')
  const parts = (['(*,.MASSUNIT.,.KILO.,.GRAM.)|1', '(*,.TIMEUNIT.,$,.SECOND.)|-3', '(*,.THERMODYNAMICTEMPERATUREUNIT.,$,.KELVIN.)|-1'] as const).map(
    (text) => {
      const [si, exponent] = text.split('|')
      return line(`IFCDERIVEDUNITELEMENT(#${line(`IFCSIUNIT${si}`)},${exponent})`)
    },
  )
  return [unit, area, angle, line(`IFCDERIVEDUNIT((${refs(parts)}),.THERMALTRANSMITTANCEUNIT.,$)`)]
}
