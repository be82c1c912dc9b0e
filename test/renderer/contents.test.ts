import { describe, expect, test } from 'vitest'
import { childrenOf, type Section, sectionsOf } from '../../renderer/normativa/sections.ts'
import { bodyOf, realBase, startService } from '../service.ts'

const { get } = startService()
const { documents, book, articles } = realBase()

describe('the contents of a document', () => {
  test.each(documents.map(({ slug, collection }) => [slug, collection] as const))(
    '%s: every section of every edition, once, with its own number and title',
    async (slug, collection) => {
      const { sections } = (await bodyOf(await get(`/api/v1/normativa/${collection}/${slug}`))) as unknown as { sections: Section[] }
      for (const { version } of book.documents.get(slug)?.editions ?? []) {
        const held = articles.contents(slug).filter(({ editions }) => editions.includes(version))
        const shown = sectionsOf(sections, version, '')
        const line = (number: string, title: string, section: string): string => `${section}: ${number} ${title}`
        expect(new Set(shown.map((one) => line(one.number, one.title, one.section))), version).toEqual(
          new Set(held.map((one) => line(one.number, one.title, one.slug))),
        )
        expect(shown.length, version).toBe(new Set(held.map((one) => one.slug)).size)
        expect(inTree(shown, null).toSorted(), version).toEqual(shown.map(({ section }) => section).toSorted())
      }
    },
  )

  test('has the section being read even if the edition lacks it', () => {
    const section = (name: string, versions: string[]): Section => ({
      section: name,
      number: name,
      title: versions.join(),
      parent: null,
      versions,
      url: '',
    })
    const wordings = [section('a', ['1']), section('a', ['2']), section('b', ['1'])]
    expect(sectionsOf(wordings, '2', 'b').map(({ title }) => title)).toEqual(['2', '1'])
    expect(sectionsOf(wordings, '2', 'a').map(({ title }) => title)).toEqual(['2'])
  })
})

/** All sections shown in the tree. */
function inTree(sections: readonly Section[], parent: string | null): string[] {
  return childrenOf(sections, parent).flatMap(({ section }) => [section, ...inTree(sections, section)])
}
