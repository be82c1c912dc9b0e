import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditEn } from '../../renderer/servidor/audit-text.en.ts'
import { auditEs } from '../../renderer/servidor/audit-text.es.ts'
import { operationList } from '../../server/operations/index.ts'

/** The operations that routes name themselves: `env.operation = 'signIn'`. */
const ofRoutes = readdirSync('server/api').flatMap((file) =>
  [...readFileSync(`server/api/${file}`, 'utf8').matchAll(/\.operation = '(\w+)'/g)].map(([, name]) => name ?? ''),
)

test.each([auditEs, auditEn])('every operation and act of the audit has words', ({ operations }) => {
  expect(operationList.map(({ name }) => name).filter((name) => operations[name] === undefined)).toEqual([])
  expect(ofRoutes).toContain('signIn')
  for (const act of [
    ...ofRoutes,
    'key add',
    'key revoke',
    'key rotate',
    'lan on',
    'lan off',
    'backup',
    'restore',
    'tls repair',
    'key file repair',
    'audit retention',
  ])
    expect(operations[act], act).toMatch(/\w/)
})
