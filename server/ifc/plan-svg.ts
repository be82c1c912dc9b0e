import { xmlText } from '../batch/xml-text.ts'
import type { ModelReport } from './report-schema.ts'

type PlanShape = ModelReport['shapes'][number]

/** The mark of an element in a plan. */
export type Mark = 'fails' | 'open' | 'complies'

const widest = 900

/** The plan of one storey as SVG: spaces with their names, and the outlines of what was checked, marked by result and by number. Empty if nothing has an outline. */
export function planSvg(
  shapes: readonly PlanShape[],
  marks: ReadonlyMap<string, { readonly mark: Mark; readonly numbers: readonly number[] }>,
  title: string,
): string {
  const drawn = shapes.filter(({ outline }) => outline.length > 0)
  const points = drawn.flatMap(({ outline }) => outline.flat())
  const [first] = points
  if (first === undefined) return ''
  let [left, bottom, right, top] = [first[0], first[1], first[0], first[1]]
  for (const [x, y] of points) [left, bottom, right, top] = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)]
  const scale = Math.min(widest / Math.max(right - left, 1), widest / Math.max(top - bottom, 1))
  // North is up.
  const place = ([x, y]: readonly [number, number]): string => `${round((x - left) * scale + 10)} ${round((top - y) * scale + 10)}`
  const path = ({ outline }: PlanShape): string => outline.map((ring) => `M${ring.map(place).join('L')}Z`).join('')
  const spaces = drawn.filter((shape) => shape.class === 'IfcSpace')
  const others = drawn.filter((shape) => shape.class !== 'IfcSpace' && shape.class !== 'IfcSlab' && shape.class !== 'IfcRoof')
  const isOver = (shape: PlanShape): boolean => marks.get(shape.global_id)?.mark === 'fails'
  const [width, height] = [round((right - left) * scale + 20), round((top - bottom) * scale + 20)]
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${xmlText(title)}"><title>${xmlText(title)}</title>`,
    ...spaces.map((shape) => drawing(shape, path(shape), marks)),
    ...others.filter((shape) => !isOver(shape)).map((shape) => drawing(shape, path(shape), marks)),
    ...drawn.filter((shape) => isOver(shape)).map((shape) => drawing(shape, path(shape), marks)),
    ...spaces.map((shape) => label(shape, place, shape.name, 'room')),
    ...drawn.filter((shape) => isOver(shape)).map((shape) => label(shape, place, (marks.get(shape.global_id)?.numbers ?? []).join(', '), 'number')),
    '</svg>',
  ].join('\n')
}

function drawing({ global_id, class: className, name }: PlanShape, path: string, marks: Parameters<typeof planSvg>[1]): string {
  const mark = marks.get(global_id)?.mark ?? 'plain'
  return `<path class="${className === 'IfcSpace' ? 'space' : 'part'} ${mark}" d="${path}"><title>${xmlText(`${name} (${className} ${global_id})`)}</title></path>`
}

function label({ outline }: PlanShape, place: (point: readonly [number, number]) => string, text: string, kind: string): string {
  const ring = outline[0] ?? []
  const sum = ring.reduce<[number, number]>(([x, y], [px, py]) => [x + px, y + py], [0, 0])
  const [x, y] = place([sum[0] / Math.max(ring.length, 1), sum[1] / Math.max(ring.length, 1)]).split(' ')
  return text === '' ? '' : `<text class="${kind}" x="${x}" y="${y}">${xmlText(text.slice(0, 30))}</text>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
