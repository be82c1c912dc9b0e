import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plomada } from '../run-cli.ts'
import { startProgram } from './program.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'plomada-backups-'))

test('a service that serves makes encrypted backups by itself, tells how they go, and comes back from one', async () => {
  const [folder, to, keys] = [temporary(), temporary(), temporary()]
  const identity = join(keys, 'clave.txt')
  const { recipient } = JSON.parse((await plomada(folder, 'backup', '--new-key', identity, '--json')).out)
  const flags = ['--backup-every', '1d', '--backup-to', to, '--backup-recipient', recipient]
  const program = await startProgram(folder, flags)
  const json = async (path: string, init?: RequestInit) => (await fetch(`${program.url}${path}`, init)).json()
  const asAdmin = { headers: { authorization: `Bearer ${program.key}` } }
  await expect.poll(() => json('/healthz'), { timeout: 60_000, interval: 500 }).toEqual({ status: 'ok', backup: 'ok' })
  const [name = ''] = readdirSync(to)
  expect(readdirSync(to)).toEqual([expect.stringMatching(/^plomada-.*\.age$/)])
  expect((await json('/api/v1/admin/server', asAdmin)).backup).toMatchObject({ state: 'ok', every_minutes: 1440, place: to, error: null })
  const metrics = await (await fetch(`${program.url}/metrics`, asAdmin)).text()
  expect(metrics).toMatch(/^plomada_backup_failing 0$/m)
  expect(metrics).toMatch(/^plomada_backup_success_timestamp_seconds 1\.\d+e9|^plomada_backup_success_timestamp_seconds \d{10}/m)
  await expect
    .poll(() => program.said(), { timeout: 30_000 })
    .toMatch(/"operation":"backup"[^\n]*"status":200|"status":200[^\n]*"operation":"backup"/)
  await program.stop()
  // The drill: the folder is lost. The place and the private key are enough.
  rmSync(folder, { recursive: true })
  expect(await plomada(folder, 'restore', join(to, name), '--identity', identity)).toMatchObject({ code: 0 })
  const again = await startProgram(folder, [...flags.slice(0, 2), '--backup-to', join(identity, 'no-es-una-carpeta'), ...flags.slice(4)])
  expect((await fetch(`${again.url}/api/v1/whoami`, asAdmin)).status).toBe(200)
  // A backup that fails stops nothing, and is told.
  await expect
    .poll(async () => (await fetch(`${again.url}/healthz`)).json(), { timeout: 60_000, interval: 500 })
    .toEqual({ status: 'ok', backup: 'failed' })
  await expect.poll(() => again.said(), { timeout: 30_000 }).toMatch(/"operation":"backup"/)
  expect(await (await fetch(`${again.url}/metrics`, asAdmin)).text()).toMatch(/^plomada_backup_failing 1$/m)
  await again.stop()
  expect(existsSync(join(folder, 'backups'))).toBe(true)
}, 180_000)
