import { createRequire } from 'node:module'
import type { Json } from '../service.ts'

/**
 * A Spectral ruleset for one document: the rules for OpenAPI and those of OWASP for API security. Three OWASP rules are off, two of them
 * for answers only:
 * - `define-cors-origin` requires a header that would open the service to other sites. CORS is off everywhere.
 * - `string-limit` in answers: the length of an article is given by the law. Every text in a request has a limit.
 * - `array-limit` in answers: the number of municipalities is given. Every list in a request has a limit.
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

/** Paths in the OpenAPI document that describe answers: schemas that no request refers to, headers, problems, bodies of files. */
function pointersOfAnswers(document: Json): string[] {
  const { schemas } = document['components'] as { schemas: Json }
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>)
  const asked = new Set<string>()
  const open = paths.flatMap(([, methods]) =>
    Object.values(methods).flatMap(({ requestBody, parameters }) => referencesIn([requestBody, parameters])),
  )
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (asked.has(name)) continue
    asked.add(name)
    open.push(...referencesIn(schemas[name]))
  }
  const responses = paths.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses`),
  )
  const answered = Object.keys(schemas).filter((name) => !asked.has(name))
  return [...answered.map((name) => `/components/schemas/${name}`), '/components/headers', '/components/responses', ...responses]
}

/** The names of the schemas that a part of the document refers to. */
function referencesIn(part: unknown): string[] {
  return [...(JSON.stringify(part) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
}
