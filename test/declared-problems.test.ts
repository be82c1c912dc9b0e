import { expect, test } from 'vitest'
import { ServiceError } from '../server/errors/service-error.ts'
import { refuseUndeclared } from './declared-problems.ts'
import { startService } from './service.ts'

test.each<[string, unknown]>([
  ['getMeta', { code: 'quota-exceeded' }],
  ['getMeta', { error: { data: { problem: { code: 'unit-mismatch' } } } }],
  ['verifyBatch', { items: [{ outcome: 'verdict' }, { outcome: 'problem', problem: { code: 'unknown-project' } }] }],
  ['verifyBatch', { result: { data: { items: [{ outcome: 'problem', problem: { code: 'unknown-project' } }] } } }],
])('an operation that answers with an undeclared problem fails: %s, %j', (name, body) => {
  expect(() => refuseUndeclared(name, body)).toThrow(`${name} answers with the problem "`)
})

test.each<[string, unknown]>([
  ['createProject', { code: 'quota-exceeded' }],
  ['makeFicha', { code: 'contradiction' }],
  ['getMeta', { code: 'key-missing' }],
  ['getMeta', { code: 'too-large' }],
  ['verifyBatch', { items: [{ outcome: 'problem', problem: { code: 'indeterminate' } }] }],
  ['', { code: 'not-found' }],
])('an operation may answer with what it declares or what any may answer: %s, %j', (name, body) => {
  expect(() => refuseUndeclared(name, body)).not.toThrow()
})

test('the test service does not return such an answer', async () => {
  const { get, store } = startService()
  store.projects.list = () => {
    throw new ServiceError('unknown-key', { es: 'No hay ninguna clave así', en: 'There is no such key' })
  }
  await expect(get('/api/v1/proyectos')).rejects.toThrow('listProjects answers with the problem "unknown-key"')
  await expect(get('/trpc/listProjects?input=%7B%7D')).rejects.toThrow('listProjects answers with the problem "unknown-key"')
})
