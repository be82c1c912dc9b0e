import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { writeBackup } from '../../server/access/backup.ts'
import { createFolderDurably } from '../../server/access/durable-write.ts'
import { openStore } from '../../server/access/store.ts'
import { ownAuthorityIdentity } from '../../server/http/tls-identity.ts'
import { openBases } from '../../server/packs/bases.ts'

// Does once each act that is acknowledged and is not in a database, and prints it after it was acknowledged:
// `installation-writer.ts folder shipped-base public-key first-pack second-pack`. The signatures lie beside the packs.
const [folder = '', packFile = '', publicKey = '', ...packs] = process.argv.slice(2)
const said = (what: string): void => {
  writeSync(1, `${what}\n`)
}
const bases = openBases({ dataFolder: folder, packFile, packFileIs: 'shipped', trustFolder: '' })
said(`trusted ${bases.trust(readFileSync(publicKey, 'utf8')).id}`)
for (const file of packs) said(`base ${bases.install(readFileSync(file), readFileSync(`${file}.minisig`, 'utf8')).manifest.version}`)
bases.rollback()
said(`base ${bases.list().find(({ isInUse }) => isInUse)?.version}`)

const { fingerprint } = await ownAuthorityIdentity(join(folder, 'tls'), { names: ['localhost'], addresses: ['127.0.0.1'] }, new Date())
said(`tls ${fingerprint}`)

const store = openStore(folder, () => new Date())
const { text } = store.keys.issue({ name: 'una', scopes: ['read'], expiresAt: null })
said(`signing ${store.signingKey().id}`)
store.close()
createFolderDurably(join(folder, 'copies'))
writeBackup(folder, join(folder, 'copies', 'one.plomada'), new Date())
said(`backup ${text}`)
