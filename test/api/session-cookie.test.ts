import { expect, test } from 'vitest'
import { sessionCookie, sessionSecrets } from '../../server/api/session-cookie.ts'
import { desktop, network } from '../service.ts'

const from = (headers: Record<string, string>, url = 'http://localhost/') => new Request(url, { headers })

test.each([
  ['localhost:4780', 'plomada-4780=t'],
  ['localhost', 'plomada=t'],
  ['[::1]:80', 'plomada-80=t'],
  ['localhost:4780', 'otra=1; plomada-4780=t; plomada=x'],
  ['localhost:4780', ' plomada-4780=t;b=2'],
])('at %s the secrets are in «%s» and in the header', (host, cookie) => {
  expect(sessionSecrets(from({ host, cookie, 'plomada-session': 'p' }))).toEqual({ token: 't', proof: 'p' })
})

test.each([
  [{ cookie: 'plomada=t' }],
  [{ 'plomada-session': 'p' }],
  [{ 'plomada-session': 'p', cookie: 'plomada=' }],
  [{ 'plomada-session': 'p', cookie: 'plomada' }],
  [{ 'plomada-session': 'p', cookie: 'xplomada=t' }],
  [{ 'plomada-session': 'p', cookie: 'plomada-4780=t' }],
  [{ 'plomada-session': 'p', cookie: 'plomada=t', host: 'localhost:4780' }],
])('there are none in %j', (headers: Record<string, string>) => {
  expect(sessionSecrets(from({ host: 'localhost', ...headers }))).toBeUndefined()
})

test('a cookie is for its port, and for TLS alone where the connection is or a trusted proxy says so', () => {
  const session = { token: 't', seconds: 60 }
  const plain = 'plomada-4780=t; Path=/; HttpOnly; SameSite=Strict; Max-Age=60'
  const host = { host: 'localhost:4780' }
  expect(sessionCookie(from(host), network, session)).toBe(plain)
  expect(sessionCookie(from(host), desktop, session)).toBe(plain)
  expect(sessionCookie(from(host), { kind: 'network', address: '10.0.0.1', isProxyTls: false }, session)).toBe(plain)
  expect(sessionCookie(from(host), { kind: 'network', address: '10.0.0.1', isProxyTls: true }, session)).toBe(`${plain}; Secure`)
  expect(sessionCookie(from(host, 'https://localhost/'), network, session)).toBe(`${plain}; Secure`)
})

test('a cookie without a session deletes that of the browser', () => {
  expect(sessionCookie(from({ host: 'localhost' }), network)).toBe('plomada=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
})
