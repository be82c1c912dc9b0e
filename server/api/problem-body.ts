import { errorKinds } from '../errors/error-kinds.ts'
import type { Language } from '../errors/language.ts'
import { type ServiceError, shownExtras } from '../errors/service-error.ts'

/** The body of an RFC 9457 problem. */
export function problemBody(
  error: ServiceError,
  about: { readonly language: Language; readonly instance: string; readonly requestId: string },
): Record<string, unknown> {
  return {
    type: `/problems/${error.code}`,
    title: errorKinds[error.code][about.language],
    status: error.status,
    code: error.code,
    detail: error.detail[about.language],
    instance: about.instance,
    request_id: about.requestId,
    ...shownExtras(error.extras, about.language),
  }
}
