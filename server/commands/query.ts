import { withComma } from '../engine/decimal.ts'
import type { Language } from '../errors/language.ts'
import { placeText } from '../operations/search-library.ts'
import { commands } from '../usage/commands.ts'
import { answerCsv } from './answer-text.ts'
import { listFields } from './list-fields.ts'
import { callService } from './local-service.ts'
import { numberOf } from './number-flag.ts'
import { fail, type Json, list } from './problem-text.ts'
import { quotedIn } from './project-words.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'
import { foldedText } from './text-table.ts'

/** `ask`: prints the answer and its sources. `--history`: the earlier questions of the conversation, oldest first. */
export async function askCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.ask.options)
  const query = positionals.join(' ')
  if (query === '') throw new UsageError({ es: 'Falta la pregunta', en: 'Give the question' })
  const collection = values.collection === undefined ? {} : { collection: values.collection }
  const history = values.history === undefined ? {} : { history: values.history }
  const { ok, body } = await callService(terminal, values, (place) => ({ path: '/api/v1/ask', body: { query, ...place, ...history, ...collection } }))
  if (!ok) return fail(terminal, body, values.json)
  if (values.csv) terminal.out(answerCsv({ items: [answerRow(query, body)] }))
  else terminal.out(values.json ? JSON.stringify(body, null, 2) : foldedText(answerText(body, terminal.language), terminal.width))
  return 0
}

/** An answer as one row: with its sources in one cell, as a table has no lists. */
function answerRow(query: string, body: Json): Json {
  const sources = list(body['sources']).map((one) => sourceText(one as Json))
  return { query, verdict: body['verdict'] ?? '', answer: body['answer'], sources: sources.join(' | ') }
}

function sourceText({ code_slug, version, section }: Json): string {
  return `${String(code_slug)} (${String(version)}), ${String(section)}`
}

/** An answer as text: the verdict first, what was taken over, the answer, and its sources or what comes nearest. */
function answerText(body: Json, language: Language): string {
  const words = askWords[language]
  const number = (score: unknown): string => (language === 'es' ? withComma(String(score)) : String(score))
  const verdict = body['verdict'] === null ? [] : [body['verdict'] === 'COMPLIANT' ? words.complies : words.fails]
  const earlier = list(body['took_over']).map((one) => quotedIn[language](String(one)))
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  [${number(one['similarity_score'])}] ${sourceText(one)}`)
  const near = list(body['suggestions'])
    .map((one) => one as Json)
    .flatMap((one) => [
      `  ${String(one['title'])}`,
      ...String(one['snippet'])
        .split('\n')
        .map((line) => `    ${line}`),
    ])
  // The answer of a refusal ends with the titles that follow here with their text.
  const [answer = ''] = near.length > 0 ? String(body['answer']).split(' Mire aquí:\n') : [String(body['answer'])]
  return [
    ...verdict,
    ...(earlier.length > 0 ? [`${words.earlier}: ${earlier.join(', ')}`] : []),
    answer,
    ...(sources.length > 0 ? ['', words.sources, ...sources] : []),
    ...(near.length > 0 ? ['', words.nearest, ...near] : []),
    ...libraryLines(body, language),
  ].join('\n')
}

const askWords = {
  es: {
    complies: 'CUMPLE',
    fails: 'NO CUMPLE',
    earlier: 'Se ha tenido en cuenta lo preguntado antes',
    sources: 'Fuentes',
    nearest: 'Lo más cercano',
  },
  en: {
    complies: 'COMPLIES',
    fails: 'DOES NOT COMPLY',
    earlier: 'What was asked before was taken into account',
    sources: 'Sources',
    nearest: 'What comes nearest (in Spanish)',
  },
} as const satisfies Record<Language, unknown>

/** The passages of the library, under what they are. */
function libraryLines(body: Json, language: Language): string[] {
  const lines = list(body['library'])
    .map((one) => one as Json)
    .map(
      ({ title, page, division, excerpt }) =>
        `  ${String(title)}, ${placeText(division === 'part' ? 'part' : 'page', Number(page))[language]}: «${String(excerpt)}»`,
    )
  const heading = {
    es: 'En su biblioteca, que no es texto oficial y no decide nada',
    en: 'In your library, which is not official text and decides nothing',
  }
  return lines.length === 0 ? [] : ['', heading[language], ...lines]
}

/** `search`: prints the articles found, best first. */
export async function searchCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.search.options)
  const q = positionals.join(' ')
  if (q === '') throw new UsageError({ es: 'Faltan las palabras que buscar', en: 'Give the words to search for' })
  const query = new URLSearchParams({
    q,
    ...(values.collection === undefined ? {} : { collection: values.collection }),
    ...(values.document === undefined ? {} : { document: values.document }),
    limit: String(values.limit === undefined ? 10 : numberOf('--limit', values.limit)),
  })
  const { ok, body } = await callService(terminal, values, () => ({ path: `/api/v1/search?${query}` }))
  if (!ok) return fail(terminal, body, values.json)
  if (values.csv) {
    // Loaded only here, so that other commands start as fast.
    terminal.out(answerCsv(body, listFields((await import('../operations/search.ts')).search.output)))
    return 0
  }
  terminal.out(values.json ? JSON.stringify(body, null, 2) : foldedText(searchText(body, terminal.language), terminal.width))
  return 0
}

/** What a search found as text. A page of the library is named by its document and page. */
export function searchText(body: Json, language: Language): string {
  const items = list(body['items'])
    .map((one) => one as Json)
    .map(({ official, document, document_title, number, title, version, snippet }) => {
      const head =
        official === false
          ? `${String(document_title)}, ${String(number)}`
          : `${String(document)} ${String(number)} ${String(title)} (${String(version)})`
      return `${head}\n  ${String(snippet)}`
    })
  return items.length === 0 ? { es: 'Nada encontrado', en: 'Nothing found' }[language] : items.join('\n')
}
