import { errorKinds } from '../../server/errors/error-kinds.ts'
import { preferredLanguage, securityHeaders } from '../../server/http/headers.ts'

const detail = {
  es: 'El servicio se ha detenido y vuelve a empezar: repítalo en unos segundos. Lo que no se confirmó puede no haberse guardado.',
  en: 'The service stopped and is starting again: try again in a few seconds. What was not confirmed may not have been stored.',
} as const

/** The answer to a request while the service is not there: a problem like its own. */
export function unavailable({ headers }: Request): Response {
  const language = preferredLanguage(headers.get('accept-language'))
  const { status, [language]: title } = errorKinds.starting
  const body = { type: '/problems/starting', title, status, code: 'starting', detail: detail[language] }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...securityHeaders,
      'content-type': 'application/problem+json',
      'content-language': language,
      'cache-control': 'no-store',
      'retry-after': '2',
    },
  })
}
