// Hooks of dredd: it is given only what it can provoke, and a project of its own for each request on one.
const hooks = require('hooks')
const { readFileSync } = require('node:fs')

const { URL_OF_SERVER: url, KEY: key, MODEL: model } = process.env
const exampleId = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
const examplePhotoId = '9b2d7c10-4a55-4e0b-8f3a-6d1c2e5f7a90'
const exampleDocumentId = '3f8a1c5e9b7d2046'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const send = (method, path, body) =>
  fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }).then((answer) => answer.json())

let project
hooks.beforeAll((transactions, done) => {
  // Dredd compares answers with the examples: the project is that of the examples.
  const create = transactions.find(({ request, fullPath }) => request.method === 'POST' && fullPath === '/api/v1/proyectos')
  project = JSON.parse(create.request.body)
  done()
})

hooks.beforeEach(async (transaction, done) => {
  const { request, expected } = transaction
  // An error has to be provoked: Prism, Portman and the fuzzing of this project do.
  if (!String(expected.statusCode).startsWith('2')) transaction.skip = true
  else await prepare(transaction, request, expected)
  done()
})

async function prepare(transaction, request, expected) {
  request.headers.Authorization = `Bearer ${key}`
  // One answer for each format that the document promises.
  const type = expected.headers['Content-Type']
  if (type !== undefined) request.headers.Accept = type
  // Dredd takes every header for required. These are of files alone, and of JSON alone.
  if (type === 'application/json') delete expected.headers['Content-Disposition']
  else delete expected.headers.ETag
  // The original of a document has the media type of its kind, which is not one type.
  if (type === 'application/octet-stream') delete expected.headers['Content-Type']
  // `Accept` chooses the format, as the body does below.
  transaction.fullPath = transaction.fullPath.replace(/\?format=\w+$/, '')
  if (/\/(ficha|tabla|ifc)$/.test(request.uri) && request.body !== '') {
    const { format, ...body } = JSON.parse(request.body)
    request.body = JSON.stringify(request.uri.endsWith('/ifc') ? { model: readFileSync(model).toString('base64'), geo_id: 'ES-28079' } : body)
  }
  if (transaction.fullPath.startsWith('/api/v1/biblioteca')) return prepareLibrary(transaction, request)
  if (!transaction.fullPath.includes(exampleId)) return
  const { id } = await send('POST', '/api/v1/proyectos', project)
  const { revision } = await send('PUT', `/api/v1/proyectos/${id}`, { revision: 1, project })
  if (transaction.fullPath.includes('/papelera/')) await send('DELETE', `/api/v1/proyectos/${id}`)
  transaction.fullPath = transaction.fullPath.replace(exampleId, id)
  if (transaction.fullPath.includes('/fotos')) return preparePhoto(transaction, request, id)
  if (request.body !== '' && request.body.includes('"revision"')) request.body = JSON.stringify({ ...JSON.parse(request.body), revision })
}

/** A photograph of a check of the project. */
async function preparePhoto(transaction, request, project) {
  const stored = await send('GET', `/api/v1/proyectos/${project}`)
  const content = { check: stored.project.checks[0].id, content: pixel }
  if (request.method === 'POST') request.body = JSON.stringify(content)
  else if (transaction.fullPath.includes(examplePhotoId)) {
    const { id } = await send('POST', `/api/v1/proyectos/${project}/fotos`, content)
    transaction.fullPath = transaction.fullPath.replace(examplePhotoId, id)
  }
}

/** A document of the library; the same content is kept once. */
async function prepareLibrary(transaction, request) {
  const added = { name: 'ordenanza.md', file: Buffer.from('# Ordenanza\n\nEl vuelo de un balcón.\n').toString('base64') }
  if (request.method === 'POST') request.body = JSON.stringify(added)
  else if (transaction.fullPath.includes(exampleDocumentId)) {
    const { document } = await send('POST', '/api/v1/biblioteca', added)
    transaction.fullPath = transaction.fullPath.replace(exampleDocumentId, document.id)
  }
}
