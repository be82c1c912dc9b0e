import { readFileSync } from 'node:fs'
import { openBases } from '../../server/packs/bases.ts'

// Installs two packs in turn and rolls back, endlessly, until the test kills it.
const [dataFolder = '', packFile = '', one = '', other = ''] = process.argv.slice(2)
const bases = openBases({ dataFolder, packFile, packFileIs: 'shipped', trustFolder: '' })
const packs = [one, other].map((file) => ({ bytes: readFileSync(file), signature: readFileSync(`${file}.minisig`, 'utf8') }))
process.stdout.write('ready\n')
for (let turn = 0; ; turn++) {
  const pack = packs[turn % 2]
  if (pack !== undefined) bases.install(pack.bytes, pack.signature)
  process.stdout.write('installed\n')
  if (turn % 3 === 2) bases.rollback()
}
