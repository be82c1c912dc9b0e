import { writeSync } from 'node:fs'
import { openStore } from '../../server/access/store.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { officeOf } from './acknowledged-writes.ts'

// Writes until it is killed or the disk is full: `endless-writer.ts folder most`. It prints each write after it was acknowledged.
const [folder = '', most = '1'] = process.argv.slice(2)
const store = openStore(folder, () => new Date())
const said = (word: string, what: string): void => {
  writeSync(1, `${word} ${what}\n`)
}
const issue = (): string => store.keys.issue({ name: 'escritor', scopes: ['read'], expiresAt: null }).text
/** Writes a line with others of the same turn. */
async function appendInTurn(subject: string): Promise<void> {
  await store.audit.appendInTurn({ who: { kind: 'terminal' }, address: null, operation: 'escribir', subject, status: null, request_id: null })
  said('line', subject)
}

try {
  for (let turn = 0; turn < Number(most); turn++) {
    const kept = issue()
    said('kept', kept)
    const lost = issue()
    said('kept', lost)
    const { key, text = '' } = store.keys.rotate(lost.slice(0, 12)) ?? {}
    said('revoked', lost)
    said('kept', text)
    store.keys.revoke(String(key?.id))
    said('revoked', text)
    // Of each project only the last act is said, since the one after it may be done and not acknowledged.
    const [removed, recovered, erased] = deletedProjects()
    said('deleted', removed)
    store.projects.recover(recovered)
    said('project', `${recovered} 1`)
    store.projects.purge(erased)
    said('purged', erased)
    const { id, revision } = store.projects.create(JSON.stringify({ name: 'Obra', checks: [] }))
    said('project', `${id} ${revision}`)
    const replaced = store.projects.replace(id, { revision, document: JSON.stringify({ name: 'Obra con nombre', checks: [] }) })
    said('project', `${id} ${replaced?.revision}`)
    const { id: number } = store.keys.authenticate(kept)
    const [begun, ended] = [0, 1].map(() => store.sessions.start({ id: number, expires_at: null }))
    said('session', `${begun?.token} ${begun?.proof}`)
    store.sessions.end(ended?.token ?? '')
    said('ended', `${ended?.token} ${ended?.proof}`)
    store.office.set(turn % 3 === 2 ? undefined : { name: 'Estudio', address: officeOf(turn), logo: null })
    said('office', String(turn))
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'escribir', subject: id, status: null, request_id: null })
    said('line', id)
    await Promise.all(Array.from({ length: 5 }, (_, one) => appendInTurn(`${id}/${one}`)))
  }
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  said('refused', error.code)
  said('last', store.keys.authenticate(issuedBefore()).name)
}
store.close()

/** A key issued before this process started. */
function issuedBefore(): string {
  return process.argv[4] ?? ''
}

/** Three projects in the bin. */
function deletedProjects(): [string, string, string] {
  const one = (): string => {
    const { id } = store.projects.create(JSON.stringify({ name: 'Obra que se borra', checks: [] }))
    store.projects.delete(id)
    return id
  }
  return [one(), one(), one()]
}
