import { expect, test } from 'vitest'
import { auditEn } from '../../renderer/servidor/audit-text.en.ts'
import { auditEs } from '../../renderer/servidor/audit-text.es.ts'
import { operationList } from '../../server/operations/index.ts'

test.each([auditEs, auditEn])('every operation and act of the audit has words', ({ operations }) => {
  expect(operationList.map(({ name }) => name).filter((name) => operations[name] === undefined)).toEqual([])
  for (const act of [
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
