import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyAudit } from '../../server/access/audit-verification.ts'
import { writeBackup } from '../../server/access/backup.ts'
import { restore } from '../../server/access/restore.ts'
import { openStore } from '../../server/access/store.ts'

// Runs all steps of an operator on a folder, and prints the time and the peak memory of each: `operator-steps.ts folder elsewhere`.
const [folder = '', elsewhere = ''] = process.argv.slice(2)
const now = () => new Date()

/** Peak memory of this process in MB. Linux's `maxRSS` survives `exec`, so it would give the peak of the test runner that started this one. */
function peakMb(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : ''
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Math.round(Number(kilobytes) / 1024)
}

async function step<Value>(name: string, act: () => Value | Promise<Value>): Promise<Value> {
  const started = performance.now()
  const value = await act()
  const more = typeof value === 'number' ? { lines: value } : {}
  console.log(JSON.stringify({ step: name, ms: Math.round(performance.now() - started), peakMb: peakMb(), ...more }))
  return value
}

await step('upgrade', () => openStore(folder, now, { auditDays: 365 }).close())
await step('append', () => {
  const store = openStore(folder, now, { auditDays: 365 })
  store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null })
  store.close()
})
await step('start', () => openStore(folder, now, { auditDays: 365 }).close())
const backup = join(elsewhere, 'copia.plomada')
await step('backup', () => {
  writeBackup(folder, backup, now())
})
const restored = join(elsewhere, 'datos')
await step('restore', () => {
  restore(restored, backup, now())
})
await step('verify', async () => {
  const store = openStore(restored, now, { auditDays: 365 })
  const { lines, broken, signed_through } = await verifyAudit(store.audit, [])
  store.close()
  return broken === undefined && signed_through === lines ? lines : -1
})
