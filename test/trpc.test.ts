import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import type { AppRouter } from '../server/trpc.ts'
import { desktop, flatRoof, network, startService } from './service.ts'

const { app, key } = startService()

function client(caller: typeof desktop | typeof network, headers: Record<string, string> = {}) {
  const fetch = (url: URL | RequestInfo | string, init?: RequestInit) => app.fetch(new Request(url as string, init), caller)
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://localhost/trpc', fetch: fetch as never, headers: { host: 'localhost', ...headers }, methodOverride: 'POST' })],
  })
}

describe('the typed client', () => {
  test('gets from tRPC what REST gives', async () => {
    const verdict = await client(desktop).verify.query(flatRoof)
    expect(verdict).toMatchObject({ is_compliant: false, limit_value: 0.35, geo_context: { climate_zone: 'D3' } })
    const places = await client(network, { authorization: `Bearer ${key}` }).listMunicipios.query({ provincia: '51' })
    expect(places.items.map(({ name }) => name)).toEqual(['Ceuta'])
  })

  test('is refused without a key, with the same problem', async () => {
    const failure = await client(network)
      .getMeta.query({})
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TRPCClientError)
    expect((failure as TRPCClientError<AppRouter>).data).toMatchObject({ code: 'UNAUTHORIZED', problem: { code: 'key-missing' } })
  })

  test('is told what is missing, and never a stack', async () => {
    const failure = await client(desktop)
      .verify.query({ ...flatRoof, element: 'envolvente-termica', parameter: 'coeficiente-global-transmision-calor' })
      .catch((error: unknown) => error)
    const { data } = failure as TRPCClientError<AppRouter>
    expect(data).toMatchObject({ httpStatus: 422, problem: { code: 'indeterminate', missing: expect.any(Array) } })
    expect(JSON.stringify(data)).not.toContain('stack')
  })
})
