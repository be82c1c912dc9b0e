import { openStore } from '../../server/access/store.ts'

// Issues keys under a strict audit until it is killed. Prints the name of each once it is acknowledged.
const [folder = ''] = process.argv.slice(2)
const store = openStore(folder, () => new Date(), { auditRule: 'strict' })
const started = `${process.pid}-${Date.now()}`
for (let count = 0; ; count++) {
  const name = `${started}-${count}`
  await store.atomically(
    () => store.keys.issue({ name, scopes: ['read'], expiresAt: null }),
    () => ({ who: { kind: 'terminal' }, address: null, operation: 'key add', subject: name, status: null, request_id: null }),
  )
  process.stdout.write(`${name}\n`)
}
