import { useAnswer } from '../session.tsx'

/** True if the caller may read the library of the office. */
export function useMayReadLibrary(): boolean {
  const { data } = useAnswer(['meta'], (client, signal) => client.getMeta.query({}, { signal }))
  return data?.scopes.includes('library') === true
}
