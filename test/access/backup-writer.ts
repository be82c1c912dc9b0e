import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { writeBackup } from '../../server/access/backup.ts'
import { openStore } from '../../server/access/store.ts'

// Issues keys and backs them up until it is killed: `backup-writer.ts data-folder folder-of-backups prefix`. It prints each backup with its key once it is there.
const [folder = '', backups = '', prefix = ''] = process.argv.slice(2)
const store = openStore(folder, () => new Date())
for (let turn = 0; ; turn++) {
  const { text } = store.keys.issue({ name: 'copiada', scopes: ['read'], expiresAt: null })
  const file = join(backups, `${prefix}-${turn}.plomada`)
  writeBackup(folder, file, new Date())
  writeSync(1, `${file} ${text}\n`)
}
