import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Office, openOffice } from '../../server/access/office.ts'

const office: Office = { name: 'Estudio Écija', address: 'Calle Mayor, 1\nÉcija', logo: { type: 'image/png', base64: 'AAAA' } }

test.each(['in memory', 'in a folder'])('the letterhead %s is none until it is set, then what was set last, and none once it is removed', (where) => {
  const store = openOffice(where === 'in memory' ? undefined : mkdtempSync(join(tmpdir(), 'plomada-office-')))
  expect(store.get()).toBeUndefined()
  store.set(office)
  expect(store.get()).toEqual(office)
  store.set({ ...office, logo: null })
  expect(store.get()).toEqual({ ...office, logo: null })
  for (let times = 0; times < 2; times++) {
    store.set(undefined)
    expect(store.get()).toBeUndefined()
  }
})

test('the letterhead that another process sets is seen, its file is the owner’s alone, and a damaged one is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-office-'))
  const [one, other] = [openOffice(folder), openOffice(folder)]
  one.set(office)
  expect(other.get()).toEqual(office)
  expect(statSync(join(folder, 'oficina.json')).mode & 0o777).toBe(0o600)
  writeFileSync(join(folder, 'oficina.json'), '{"name":"Est')
  expect(one.get()).toBeUndefined()
  expect(openOffice(undefined).get()).toBeUndefined()
})
