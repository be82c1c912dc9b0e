import { writeSync } from 'node:fs'
import { readConfig } from '../../server/config/config.ts'
import { listen } from '../../server/http/listen.ts'
import { openService } from '../../server/service.ts'

// A service with an unexpected error, first in a request and then in the process: `crashing-service.ts folder pack`. It sends its key to the test only.
const [folder = '', pack = ''] = process.argv.slice(2)
const config = readConfig({ PLOMADA_DATA: folder, PLOMADA_KB: pack, PLOMADA_PORT: '0' })
const service = openService(config, (line) => console.error(JSON.stringify(line)))
const { text: key } = service.store.keys.issue({ name: 'una', scopes: ['read', 'verify'], expiresAt: null })
writeSync(3, key)
const { url } = await listen(service.app.fetch, { host: '127.0.0.1', port: 0, tls: undefined })
const ask = (): Promise<Response> => fetch(`${url}/api/v1/proyectos`, { headers: { authorization: `Bearer ${key}` } })
Object.assign(service.store.projects, {
  list: () => {
    throw new Error('the database went away')
  },
})
await ask()
setTimeout(() => {
  throw new Error('the database went away')
})
