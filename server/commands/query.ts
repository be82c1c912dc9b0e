import { commands } from '../usage/commands.ts'
import { answerCsv } from './answer-text.ts'
import { callService } from './local-service.ts'
import { fail, type Json, list } from './problem-text.ts'
import { parse, type Terminal, UsageError } from './terminal.ts'

/** `ask`: prints the answer and its sources. `--history`: the earlier questions of the conversation, oldest first. */
export async function askCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.ask.options)
  const query = positionals.join(' ')
  if (query === '') throw new UsageError({ es: 'Falta la pregunta', en: 'Give the question' })
  const history = values.history === undefined ? {} : { history: values.history }
  const { ok, body } = await callService(terminal, values, (place) => ({ path: '/api/v1/ask', body: { query, ...place, ...history } }))
  if (!ok) return fail(terminal, body, values.json)
  terminal.out(values.json ? JSON.stringify(body, null, 2) : answerText(body))
  return 0
}

/** An answer as text: the verdict first, what was taken over, the answer, and its sources or what comes nearest. */
function answerText(body: Json): string {
  const verdict = body['verdict'] === null ? [] : [body['verdict'] === 'COMPLIANT' ? 'CUMPLE' : 'NO CUMPLE']
  const earlier = list(body['took_over']).map((one) => `«${String(one)}»`)
  const sources = list(body['sources'])
    .map((one) => one as Json)
    .map((one) => `  [${String(one['similarity_score'])}] ${String(one['code_slug'])} (${String(one['version'])}), ${String(one['section'])}`)
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
    ...(earlier.length > 0 ? [`Se ha tenido en cuenta lo preguntado antes: ${earlier.join(', ')}`] : []),
    answer,
    ...(sources.length > 0 ? ['', 'Fuentes', ...sources] : []),
    ...(near.length > 0 ? ['', 'Lo más cercano', ...near] : []),
  ].join('\n')
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
    limit: values.limit ?? '10',
  })
  const { ok, body } = await callService(terminal, values, () => ({ path: `/api/v1/search?${query}` }))
  if (!ok) return fail(terminal, body, values.json)
  if (values.csv && !values.json) {
    terminal.out(answerCsv(body))
    return 0
  }
  const items = list(body['items'])
    .map((one) => one as Json)
    .map(
      (one) => `${String(one['document'])} ${String(one['number'])} ${String(one['title'])} (${String(one['version'])})\n  ${String(one['snippet'])}`,
    )
  terminal.out(values.json ? JSON.stringify(body, null, 2) : items.length === 0 ? 'Nada encontrado' : items.join('\n'))
  return 0
}
