// Hooks of dredd: it is given only what it can provoke, and a project of its own for each request on one.
const hooks = require('hooks')
const { readFileSync } = require('node:fs')

const { URL_OF_SERVER: url, KEY: key, MODEL: model } = process.env
const exampleId = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
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
  if (/\/(ficha|tabla|ifc)$/.test(request.uri) && request.body !== '') {
    const { format, ...body } = JSON.parse(request.body)
    request.body = JSON.stringify(request.uri.endsWith('/ifc') ? { model: readFileSync(model).toString('base64'), geo_id: 'ES-28079' } : body)
  }
  if (!transaction.fullPath.includes(exampleId)) return
  const { id } = await send('POST', '/api/v1/proyectos', project)
  const { revision } = await send('PUT', `/api/v1/proyectos/${id}`, { revision: 1, project })
  if (transaction.fullPath.includes('/papelera/')) await send('DELETE', `/api/v1/proyectos/${id}`)
  transaction.fullPath = transaction.fullPath.replace(exampleId, id)
  if (request.body !== '' && request.body.includes('"revision"')) request.body = JSON.stringify({ ...JSON.parse(request.body), revision })
}
