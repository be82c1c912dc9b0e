import { writeSync } from 'node:fs'
import { openLibrary } from '../../server/library/library.ts'

// Adds and removes documents of a library until it is killed: `library-writer.ts data-folder first-number [rounds]`. It says what is done once it is on disk.
const [folder = '', first = '0', rounds = '1000000'] = process.argv.slice(2)
const library = openLibrary(folder, () => new Date())
library.tidy()
writeSync(1, 'ready\n')
for (let number = Number(first); number < Number(first) + Number(rounds); number++) {
  const bytes = Buffer.from(`Documento número ${number} de la prueba. ${'relleno '.repeat(500)}`)
  const { document } = await library.add({ source: { bytes }, name: `${number}.txt`, by: { kind: 'terminal' } })
  writeSync(1, `added ${document.id}\n`)
  if (number % 3 !== 2) continue
  writeSync(1, `removing ${document.id}\n`)
  library.remove(document.id)
  writeSync(1, `removed ${document.id}\n`)
}
library.close()
