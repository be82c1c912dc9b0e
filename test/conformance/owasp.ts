import { createRequire } from 'node:module'
import type { Json } from '../service.ts'

/**
 * Spectral's rules for OpenAPI and OWASP's for the security of an API, as a ruleset over one document. Three of OWASP's are off,
 * two of them only where we answer:
 * - `define-cors-origin` wants a header that would open the service to other sites. CORS is off, for all of it.
 * - `string-limit` in answers: an article is as long as the law made it. Every text that is taken has its limit.
 * - `array-limit` in answers: there are as many municipalities as there are. Every list that is taken has its limit.
 * `string-restricted` is a warning: names and questions are free text.
 */
export function owaspRuleset(document: Json, documentFile: string): Json {
  const answers = pointersOfAnswers(document)
  const offThere = { 'owasp:api4:2023-string-limit': 'off', 'owasp:api4:2023-array-limit': 'off' }
  return {
    extends: ['spectral:oas', createRequire(import.meta.url).resolve('@stoplight/spectral-owasp-ruleset')],
    rules: { 'owasp:api8:2023-define-cors-origin': 'off' },
    overrides: [{ files: answers.map((pointer) => `${documentFile}#${pointer}`), rules: offThere }],
  }
}

/** Where the document says what is answered: schemas of answers and of problems, headers, bodies of files. */
function pointersOfAnswers(document: Json): string[] {
  const { schemas } = document['components'] as { schemas: Json }
  const named = Object.keys(schemas).filter((name) => name.endsWith('Response') || name === 'Problem')
  const responses = Object.entries(document['paths'] as Record<string, Json>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses`),
  )
  return [...named.map((name) => `/components/schemas/${name}`), '/components/headers', ...responses]
}
