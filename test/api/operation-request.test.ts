import { expect, test } from 'vitest'
import { operationRequest } from '../../server/api/operation-request.ts'
import { operationList } from '../../server/operations/index.ts'

function named(wanted: string) {
  const found = operationList.find(({ name }) => name === wanted)
  if (found === undefined) throw new TypeError(`There is no operation ${wanted}`)
  return found
}

test.each([
  ['getGeo', { municipio: 'Ávila', altitude_m: 900 }, '/api/v1/geo/%C3%81vila?altitude_m=900'],
  ['getGeo', { municipio: 'ES-28079', altitude_m: null, as_of: undefined }, '/api/v1/geo/ES-28079'],
  ['getArticle', { collection: 'a/b', document: 'c?d', section: 'e#f' }, '/api/v1/normativa/a%2Fb/c%3Fd/e%23f'],
  ['getArticle', { collection: '..', document: '.', section: '...' }, '/api/v1/normativa/..%20/.%20/...'],
  ['search', { q: 'cubierta plana & más', limit: 0 }, '/api/v1/search?q=cubierta+plana+%26+m%C3%A1s&limit=0'],
  ['listCollections', {}, '/api/v1/normativa'],
])('%s of %j is read at %s', (name, input, path) => {
  expect(operationRequest(named(name), input)).toEqual({ path })
})

test('what is sent to be decided goes in the body, without what is not given', () => {
  const input = { element: 'e', value: 0, context: {}, unit: '', geo_id: null, as_of: undefined }
  expect(operationRequest(named('verify'), input)).toEqual({ path: '/api/v1/verify', body: { element: 'e', value: 0, context: {}, unit: '' } })
})

test('a field of the path is in no body', () => {
  expect(operationRequest(named('replaceProject'), { id: '7', revision: 2, project: {} })).toEqual({
    path: '/api/v1/proyectos/7',
    body: { revision: 2, project: {} },
  })
})
