import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { xmlHead, xmlText } from '../batch/xml-text.ts'
import { planPicture } from './plan-picture.ts'
import type { ModelReport, ModelResult } from './report-schema.ts'
import { resultSentence } from './result-text.ts'

/** Most topics in one file: programs that read BCF open every one of them. */
const mostTopics = 500
const author = 'Plomada'
const isGlobalId = /^[0-9A-Za-z_$]{22}$/
// The day that zip files can first name, so that the same report gives the same bytes.
const zipDay = '1980-01-01T00:00:00'

/** The failures of a report as BCF 2.1: a topic for each, with a viewpoint and a picture of its storey in plan. The same report gives the same bytes. */
export function reportBcf(report: ModelReport): Uint8Array<ArrayBuffer> {
  const failed = report.results.filter(({ status }) => status === 'NON_COMPLIANT').slice(0, mostTopics)
  const files: Record<string, Uint8Array> = {
    'bcf.version': strToU8(`${xmlHead}<Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>`),
  }
  for (const [index, result] of failed.entries()) {
    const topic = uuidOf(`topic ${report.file} ${result.global_id} ${result.check} ${index}`)
    const view = uuidOf(`viewpoint ${topic}`)
    const shape = report.shapes.find(({ global_id }) => global_id === result.global_id)
    const around = report.shapes.filter(({ storey }) => storey === shape?.storey)
    files[`${topic}/markup.bcf`] = strToU8(markup(report, result, { topic, view, index }))
    files[`${topic}/viewpoint.bcfv`] = strToU8(viewpoint(result, shape, view))
    files[`${topic}/snapshot.png`] = planPicture(around, result.global_id)
  }
  return new Uint8Array(zipSync(files, { mtime: zipDay, level: 6 }))
}

interface Ids {
  readonly topic: string
  readonly view: string
  readonly index: number
}

function markup({ file, as_of, notes }: ModelReport, result: ModelResult, { topic, view, index }: Ids): string {
  const title = `${result.element_label}: ${result.parameter_label} (${result.name})`
  const description = [
    resultSentence(result),
    `Origen: ${result.source}`,
    ...result.notes.map((place) => notes[place] ?? ''),
    `GlobalId: ${result.global_id}`,
  ].join('\n')
  return `${xmlHead}<Markup>
<Header><File isExternal="true"><Filename>${xmlText(file)}</Filename></File></Header>
<Topic Guid="${topic}" TopicType="Error" TopicStatus="Open">
<Title>${xmlText(title)}</Title>
<Index>${index}</Index>
<Labels>${xmlText(result.element)}</Labels>
<CreationDate>${as_of}T00:00:00Z</CreationDate>
<CreationAuthor>${author}</CreationAuthor>
<Description>${xmlText(description)}</Description>
</Topic>
<Viewpoints Guid="${view}"><Viewpoint>viewpoint.bcfv</Viewpoint><Snapshot>snapshot.png</Snapshot></Viewpoints>
</Markup>`
}

/** Selects and colours the element, and looks at it from above and from the south, from twice its size away. */
function viewpoint({ global_id }: ModelResult, shape: ModelReport['shapes'][number] | undefined, guid: string): string {
  const component = isGlobalId.test(global_id) ? `<Component IfcGuid="${global_id}"/>` : ''
  const marked = component === '' ? '' : `<Selection>${component}</Selection>`
  const coloured = component === '' ? '' : `<Coloring><Color Color="FFB02014">${component}</Color></Coloring>`
  return `${xmlHead}<VisualizationInfo Guid="${guid}">
<Components>${marked}<Visibility DefaultVisibility="true"/>${coloured}</Components>${shape === undefined ? '' : camera(shape)}
</VisualizationInfo>`
}

function camera({ min, max }: ModelReport['shapes'][number]): string {
  const centre = min.map((value, axis) => (value + (max[axis] ?? value)) / 2)
  const size = Math.max(3, ...min.map((value, axis) => (max[axis] ?? value) - value))
  const slant = Math.SQRT1_2
  const eye = [centre[0] ?? 0, (centre[1] ?? 0) - 2 * size * slant, (centre[2] ?? 0) + 2 * size * slant]
  const point = (name: string, [x = 0, y = 0, z = 0]: readonly number[]): string =>
    `<${name}><X>${plainNumber(x)}</X><Y>${plainNumber(y)}</Y><Z>${plainNumber(z)}</Z></${name}>`
  return `
<PerspectiveCamera>${point('CameraViewPoint', eye)}${point('CameraDirection', [0, slant, -slant])}${point('CameraUpVector', [0, slant, slant])}<FieldOfView>60</FieldOfView></PerspectiveCamera>`
}

function plainNumber(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
}

/** A UUID that follows from a text. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')
}
