import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type BoeRequest, planBoe } from '../../../kb/compiler/import/boe.ts'
import { makeBase } from './test-base.ts'

/** An invented norm with all difficulties of real ones. */
export const norm = readFileSync(join(import.meta.dirname, 'fixtures/norma.xml'), 'utf8')
/** Its folder in a base. */
export const folder = 'normativa/estatal/rd-999-2010'

/** The changes that importing a norm makes to a base. */
export function plan(root: string, xml: string, options: Partial<BoeRequest> = {}) {
  return planBoe({ root, file: 'norma.xml', bytes: Buffer.from(xml), vanished: 'keep', ...options })
}

/** The norm with one replacement. */
export function spoil(from: string | RegExp, to: string): string {
  const changed = norm.replace(from, to)
  expect(changed, `nothing to change: ${from}`).not.toBe(norm)
  return changed
}

/** An article of the plan, without its front matter. */
export function article(name: string, xml = norm): string {
  const text = plan(makeBase(), xml).files.get(`${folder}/sections/${name}.md`)
  return text?.split('---\n').slice(2).join('---\n').trim() ?? 'none'
}

/** The front matter of an article. */
export function front(name: string, xml = norm): string {
  return plan(makeBase(), xml).files.get(`${folder}/sections/${name}.md`)?.split('---\n')[1] ?? 'none'
}

/** The messages under a heading of the report. */
export function finding(heading: RegExp, xml = norm): readonly string[] {
  return plan(makeBase(), xml).findings.find((one) => heading.test(one.heading))?.lines ?? []
}

/** A norm of one title with these precepts. */
export function normOf(blocks: string): string {
  return norm.replace(/<texto>\s*<bloque[\s\S]*<\/texto>(?=\s*<\/data>)/, `<texto>${blocks}</texto>`)
}

/** A precept with this text. */
export function precept(inner: string, id = 'a1'): string {
  return `<bloque id="${id}" tipo="precepto" titulo="Artículo 1"><version id_norma="BOE-A-2010-99999" fecha_publicacion="20100115" fecha_vigencia="20100201"><p class="articulo">Artículo 1. Título.</p>${inner}</version></bloque>`
}
