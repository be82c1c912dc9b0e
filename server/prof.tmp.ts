import { openKeys } from './access/key.ts'
import { openState } from './access/state.ts'
import { createApp } from './app.ts'
import { openKnowledgeBase } from './kb/open.ts'

const kb = openKnowledgeBase('/tmp/A.kb')
const keys = openKeys(openState('/tmp/pdata3'), () => new Date())
const { text: key } = keys.issue({ name: 'b', scopes: ['verify'], expiresAt: null })
const app = createApp({ kb, keys, rate: undefined, allowedHosts: [], newRequestId: () => 'x', log: () => undefined })
const body = JSON.stringify({
  element: 'cubierta-plana',
  parameter: 'transmitancia-termica',
  value: 0.5,
  unit: 'W/m²K',
  geo_id: 'ES-28079',
  codes: [{ slug: 'cte-db-he' }],
})
const one = async () => {
  const r = await app.fetch(
    new Request('http://localhost/api/v1/verify', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + key, host: 'localhost' },
    }),
    { kind: 'network', address: '1' },
  )
  await r.text()
}
for (let i = 0; i < 3000; i++) await one()
const t = performance.now()
for (let i = 0; i < 10000; i++) await one()
console.log(((performance.now() - t) / 10).toFixed(1), 'µs per app.fetch')
