import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { isTlsAtProxy, originOf, trustedProxies } from '../../server/http/proxy.ts'

const isTrusted = trustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])
const x = (value: string) => ({ 'x-forwarded-for': value })
const from = (forwarded: string) => ({ forwarded })

describe('the caller behind proxies', () => {
  test.each([
    ['without a header', {}, '127.0.0.1'],
    ['the nearest', x('1.1.1.1, 2.2.2.2'), '2.2.2.2'],
    ['behind two proxies', x('1.1.1.1, 2.2.2.2, 10.3.2.1'), '2.2.2.2'],
    ['all of them proxies: the farthest', x('10.0.0.2, 10.0.0.1'), '10.0.0.2'],
    ['with a port', x('2.2.2.2:4711'), '2.2.2.2'],
    ['IPv6', x('2001:4860::8888'), '2001:4860::8888'],
    ['IPv6 in brackets with a port', x('[2001:4860::8888]:443'), '2001:4860::8888'],
    ['IPv4 in IPv6', x('::ffff:2.2.2.2'), '2.2.2.2'],
    ['nothing that is an address', x('nadie'), '127.0.0.1'],
    ['an empty header', x(''), '127.0.0.1'],
    ['Forwarded', from('for=1.1.1.1, for=2.2.2.2;proto=https;by=10.0.0.1'), '2.2.2.2'],
    ['Forwarded in capitals, IPv6 and port', from('proto=https; For="[2001:4860::8888]:4711"'), '2001:4860::8888'],
    ['Forwarded that hides the caller', from('for=_hidden, for=unknown'), '127.0.0.1'],
    ['a hidden caller behind a second proxy', from('for=1.1.1.1, for=unknown, for=10.9.9.9'), '10.9.9.9'],
    ['Forwarded without for', from('proto=https'), '127.0.0.1'],
    ['a quoted comma', from('for=1.1.1.1;x="a,b", for="2.2.2.2"'), '2.2.2.2'],
    ['both headers that agree', { ...from('for=2.2.2.2'), ...x('2.2.2.2') }, '2.2.2.2'],
  ])('%s', (_case, headers, address) => {
    expect(originOf('127.0.0.1', headers, isTrusted)).toEqual({ address })
  })

  test.each(['for=9.9.9.9;x=", for="2.2.2.2"', 'for=9.9.9.9;x=", for=2.2.2.2', 'for=9.9.9.9;x="\\", for="2.2.2.2"'])(
    'a quote left open hides nothing that the proxy added: %s',
    (header) => {
      expect(originOf('127.0.0.1', from(header), isTrusted)).toEqual({ address: '127.0.0.1' })
    },
  )

  test('is in doubt if the two headers differ, because the proxy writes one of them at most', () => {
    expect(originOf('127.0.0.1', { ...from('for=9.9.9.9'), ...x('2.2.2.2') }, isTrusted)).toEqual({
      address: '127.0.0.1',
      claims: ['9.9.9.9', '2.2.2.2'],
    })
  })

  test('headers of others are not read', () => {
    const headers = { ...from('for=9.9.9.9'), ...x('8.8.8.8') }
    expect(originOf('192.168.1.4', headers, isTrusted)).toEqual({ address: '192.168.1.4' })
    expect(originOf('127.0.0.1', headers, trustedProxies([]))).toEqual({ address: '127.0.0.1' })
  })

  test.each([
    [{ 'x-forwarded-proto': 'https' }, true],
    [{ 'x-forwarded-proto': 'https, http' }, true],
    [{ forwarded: 'for=2.2.2.2;proto=https;by=10.0.0.1' }, true],
    [{ forwarded: 'for=2.2.2.2;proto="HTTPS"' }, true],
    [{ 'x-forwarded-proto': 'http' }, false],
    [{ 'x-forwarded-proto': 'httpsx' }, false],
    [{ forwarded: 'for=2.2.2.2;proto=http' }, false],
    [{}, false],
  ])('TLS ends at a trusted proxy that says so: %j', (headers, isTls) => {
    expect(isTlsAtProxy('127.0.0.1', headers, isTrusted)).toBe(isTls)
    expect(isTlsAtProxy('192.168.1.4', headers, isTrusted)).toBe(false)
  })

  test('networks of IPv6 hold, and IPv4 in IPv6 is IPv4', () => {
    expect(['2001:db8::5', '::ffff:10.1.2.3', '2001:db9::5', '11.0.0.1'].map(isTrusted)).toEqual([true, true, false, false])
  })

  test('a network that cannot be read is named', () => {
    for (const wrong of ['10.0.0.0/33', 'proxy.local', '10.0.0.0/x'])
      expect(() => readConfig({ PLOMADA_TRUST_PROXY: `127.0.0.1, ${wrong}` })).toThrow(`PLOMADA_TRUST_PROXY "${wrong}"`)
    expect(readConfig({}, { 'trust-proxy': '127.0.0.1,fd00::/8' }).trustedProxies).toEqual(['127.0.0.1', 'fd00::/8'])
  })
})
