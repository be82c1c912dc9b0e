import type { ReadDocument } from './read-document.ts'
import type { ReadGeo } from './read-geo.ts'
import type { SourceFolder } from './source-file.ts'

/** A document that binds only where no regional norm takes its place binds in exactly those communities whose list of norms names it. */
export function checkDisplaced(sources: SourceFolder, documents: readonly ReadDocument[], { communities, regulations }: ReadGeo): void {
  for (const { folder, source } of documents) {
    if (source.displaced_in.length === 0) continue
    for (const { code, name } of communities) {
      const isListed = regulations.some(({ ccaa, slug }) => ccaa === code && slug === source.slug)
      if (isListed === source.displaced_in.includes(code))
        sources.report(
          `${folder}/document.yaml`,
          1,
          `displaced_in: ${name} (${code}) is ${isListed ? 'listed, and geo/normativa-autonomica.csv says that it binds there' : 'not listed, and geo/normativa-autonomica.csv does not say that it binds there'}`,
        )
    }
  }
}
