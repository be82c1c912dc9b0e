import type { KnowledgeBase } from '../../server/kb/open.ts'

/** Words of a paragraph: nothing of any regulation. */
const filler = 'Texto de relleno que ocupa su sitio en la página, con frases que acaban en punto como las de cualquier documento.'

/** The pages of a PDF that looks as an official document does: cover, contents, then each section of an edition under its heading. */
export function officialPages(
  kb: KnowledgeBase,
  slug: string,
  version: string,
  { cover = [] as readonly string[] } = {},
): { readonly lines: readonly string[] }[] {
  const document = kb.documents.find((one) => one.slug === slug)
  const rows = kb.articles.contents(slug).filter(({ editions }) => editions.includes(version))
  const headings = rows.map(({ number, title }) => `${number.split(/[,\s]+(?=[\d.]+$)/).at(-1)} ${title}`)
  const contents = headings.map((heading, at) => `${heading} ........ ${at + 3}`)
  return [
    { lines: ['MINISTERIO DE VIVIENDA Y AGENDA URBANA', '', ...(document?.title ?? '').split('. '), ...cover, '', `14 junio ${version}`] },
    ...Array.from({ length: Math.ceil(contents.length / 45) }, (_, page) => ({ lines: contents.slice(page * 45, (page + 1) * 45) })),
    ...headings.map((heading) => ({ lines: [heading, '', filler, filler, filler] })),
  ]
}
