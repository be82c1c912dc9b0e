import { openStore } from '../../server/access/store.ts'
import { ServiceError } from '../../server/errors/service-error.ts'

// Opens a folder and tries one read and one write, and counts the lines of the audit: `open-and-write.ts folder key`.
const [folder = '', key = ''] = process.argv.slice(2)
const store = openStore(folder, () => new Date())
console.log(`fault ${store.storageError ?? 'none'}`)
console.log(`read ${store.keys.authenticate(key).name}`)
console.log(`lines ${store.audit.count()}`)
try {
  store.keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })
  console.log('written')
} catch (error) {
  console.log(error instanceof ServiceError ? `${error.status} ${error.code}` : String(error))
}
store.close()
