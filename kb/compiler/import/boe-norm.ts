import type { Problem } from '../problem.ts'
import { type Block, type Report, readBlocks, readDay } from './boe-block.ts'
import { refuse, refuseAll } from './malformed.ts'
import { elementAt, elementsOf, readXml, textOf, type XmlElement } from './xml.ts'

/** A consolidated norm as the BOE gives it. Days are `2006-03-29`. */
export interface Norm {
  readonly identifier: string
  readonly title: string
  /** `Real Decreto`, `Ley`… */
  readonly rank: string
  readonly number: string | undefined
  readonly scope: 'national' | 'regional'
  readonly department: string
  readonly url: string | undefined
  readonly updated: string | undefined
  /** From this day on the norm as a whole is no longer in force. */
  readonly ends: string | undefined
  readonly isEnded: boolean
  /** How far the BOE has come in consolidating it. */
  readonly consolidation: string | undefined
  readonly blocks: readonly Block[]
  /** The effect of each later norm on this one, according to the BOE. */
  readonly amendments: ReadonlyMap<string, readonly string[]>
}

/** Reads a consolidated norm of the BOE open-data API (`/legislacion-consolidada/id/{id}`), with every wording of every block. Refuses what is none, or is not whole. */
export function readNorm(file: string, bytes: Uint8Array): Norm {
  const root = readXml(file, bytes)
  const code = textOf(elementAt(root, 'status', 'code'))
  if (root.name !== 'response' || code === '') refuse(file, root.line, `is a <${root.name}>: expected a <response> of the BOE open-data API`)
  if (code !== '200')
    refuse(
      file,
      root.line,
      `says status ${code} "${textOf(elementAt(root, 'status', 'text'))}": expected 200; only consolidated norms can be imported`,
    )
  const part = (name: string): XmlElement =>
    elementAt(root, 'data', name) ??
    refuse(file, root.line, `has no <${name}> in <data>: expected the whole norm, /legislacion-consolidada/id/BOE-A-…`)
  const [metadata, text] = [part('metadatos'), part('texto')]
  const problems: Problem[] = []
  const report: Report = (line, message) => problems.push({ file, line, message })
  const { from, ...fields } = readMetadata(metadata, report)
  const blocks = readBlocks(text, { identifier: fields.identifier, from }, report)
  refuseAll(problems)
  return { ...fields, blocks, amendments: readAmendments(elementAt(root, 'data', 'analisis', 'referencias', 'posteriores')) }
}

function readMetadata(metadata: XmlElement, report: Report): Omit<Norm, 'blocks' | 'amendments'> & { readonly from: string | undefined } {
  const field = (name: string): string | undefined => textOf(elementAt(metadata, name)) || undefined
  const required = (name: string): string => {
    const text = field(name)
    if (text === undefined) report(metadata.line, `has no <${name}> in <metadatos>: expected its text`)
    return text ?? ''
  }
  const day = (name: string): string | undefined => readDay(field(name)?.slice(0, 8), (fault) => report(metadata.line, `<${name}> is ${fault}`))
  const identifier = required('identificador')
  if (identifier !== '' && !/^[A-Z]+-[A-Za-z0-9-]+$/.test(identifier))
    report(metadata.line, `<identificador> is "${identifier}": expected one such as BOE-A-2006-5515`)
  const url = field('url_eli') ?? field('url_html_consolidada')
  if (url !== undefined && !/^https?:\/\/[^\s"]+$/.test(url)) report(metadata.line, `<url_eli> is "${url}": expected an address`)
  return {
    identifier,
    title: required('titulo').replace(/\.$/, ''),
    rank: required('rango'),
    number: field('numero_oficial'),
    scope: /auton/i.test(field('ambito') ?? '') ? 'regional' : 'national',
    department: required('departamento'),
    url,
    from: day('fecha_vigencia'),
    updated: day('fecha_actualizacion'),
    ends: day('fecha_derogacion') ?? day('fecha_anulacion'),
    isEnded: ['estatus_derogacion', 'estatus_anulacion', 'vigencia_agotada'].some((name) => field(name) === 'S'),
    consolidation: field('estado_consolidacion'),
  }
}

function readAmendments(later: XmlElement | undefined): Norm['amendments'] {
  const amendments = new Map<string, string[]>()
  for (const entry of elementsOf(later?.children ?? [])) {
    const norm = textOf(elementAt(entry, 'id_norma')) || (entry.attributes.get('referencia') ?? '')
    const text = [elementAt(entry, 'relacion') ?? elementAt(entry, 'palabra'), elementAt(entry, 'texto')].map(textOf).join(' ').trim()
    if (norm !== '' && text !== '') amendments.set(norm, [...(amendments.get(norm) ?? []), text])
  }
  return amendments
}
