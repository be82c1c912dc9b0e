import type { SourceFolder } from './source-file.ts'

/** The files allowed in each folder of the sources. */
const expected: readonly (readonly [folder: string, pattern: RegExp, what: string])[] = [
  [
    'normativa',
    /^normativa\/[^/]+\/[^/]+\/(document\.yaml|indice\.csv|sections\/[^/]+\.md|asked\/[^/]+\.yaml|tables\/[^/]+\.(csv|yaml))$/,
    'document.yaml, indice.csv, sections/*.md, asked/*.yaml or tables/*.csv and *.yaml',
  ],
  [
    'vocabulary',
    /^vocabulary\/((elements|parameters|dimensions|languages|stated)\/[^/]+|units|scales|abbreviations|everyday|near-synonyms|thresholds|building|distinct(-quantities)?|ranking|beyond|fields)\.yaml$|^vocabulary\/word-vectors\.tsv$/,
    'elements, parameters or dimensions',
  ],
  ['mapping', /^mapping\/(hulc|ifc|rooms)\.yaml$/, 'hulc.yaml, ifc.yaml or rooms.yaml'],
  ['geo', /^geo\/([^/]+\.(csv|source\.yaml)|territorios\/[^/]+\.md)$/, '*.csv and *.source.yaml, and the pages of territorios/'],
]

/** Every file of the sources is one that the compiler reads: what is misplaced would be left out in silence. */
export function checkFiles(sources: SourceFolder): void {
  for (const [folder, pattern, what] of expected)
    for (const file of sources.list(folder, '')) if (!pattern.test(file)) sources.report(file, 1, `unknown file: expected ${what}`)
}
