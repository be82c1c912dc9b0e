import { bodyOf, type Json, type Service } from '../service.ts'

/** Returns a function that verifies one value at a place. `more` adds fields to the request. */
export function checkerAt({ post }: Pick<Service, 'post'>, geoId: string) {
  return async (element: string, parameter: string, value: number | string, unit: string, context: Json, more: Json = {}): Promise<Json> =>
    bodyOf(await post('/api/v1/verify', { element, parameter, value, unit, geo_id: geoId, context, ...more }))
}

/** The fields that an indeterminate answer asks for. */
export function missingFields(body: Json): string[] {
  return ((body['missing'] as Json[] | undefined) ?? []).map(({ field }) => String(field))
}

/** The verdict of an answer, or the code of its problem. */
export function outcomeOf(body: Json): unknown {
  return body['result_status'] ?? body['code']
}
