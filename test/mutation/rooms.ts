/** A part of the program that is broken on purpose, and the tests that should notice. */
export interface Room {
  /** Sources to break. */
  readonly mutate: readonly string[]
  /** Tests that run against each fault. */
  readonly tests: readonly string[]
  /** Tests that run besides, in a sample, against the faults that `tests` do not notice. */
  readonly moreTests?: readonly string[]
  /** True if the tests need the whole knowledge base. */
  readonly needsBase?: true
}

/** The rooms of `npm run mutation`. */
export const rooms: Readonly<Record<string, Room>> = {
  numbers: {
    mutate: ['server/engine/{decimal,unit,range,compare}.ts'],
    tests: ['test/engine/{decimal,unit,typed-number,rules}.test.ts'],
  },
  backups: { mutate: ['server/access/{backup-rotation,backup-schedule,backup-status}.ts'], tests: ['test/access/encrypted-backup.test.ts'] },
  keys: { mutate: ['server/certificate/{key-list,rotate-key}.ts'], tests: ['test/certificate/key-list.test.ts'], needsBase: true },
  engine: {
    mutate: ['server/engine/*.ts', '!server/engine/schema.ts'],
    tests: [
      'test/engine/**/*.test.ts',
      'test/verdicts/{answers,from-texts,he-hs,industrial,notices,regional,said-defaults,si-sua,si-sua-scope,second-reading,unread-limits,earlier-editions}.test.ts',
      'test/operations/{verify,verify-range,verify-classes,verify-units,verify-names,verify-no-rule,verify-whatever,verify-statement,requirements,normativa,list-limits,geo,elements,conditions,contradiction,stated-twice,typed-numbers}.test.ts',
    ],
    moreTests: [
      'test/verdicts/{properties,regional-norms,tables-read-in-copies}.test.ts',
      'test/operations/{verify-batch,verify-deflection,verify-order,impossible,context-use,geo-names,zones,describe-*,natural-pairs,site-pairs,json-text,building-data}.test.ts',
      'test/ask/{figures,slots,places}.test.ts',
      'test/kb/*.test.ts',
    ],
    needsBase: true,
  },
  access: {
    mutate: ['server/access/*.ts', '!server/access/*-worker.ts'],
    tests: [
      'test/access/{key,quota,deleted-project,audit,audit-segments,audit-forged,both-stores,audit-export,backup,clock}.test.ts',
      'test/access/{audit-signatures,audit-sink,backup-contents,data-folder,durable-write,encrypted-backup-refusals,known-keys}.test.ts',
      'test/access/{project-room,rate-limit,revocation,signing-key,storage-error,write-probe}.test.ts',
      'test/access/{audit-files,backup-place,key-words,office,open-files,state-schema,store-opening}.test.ts',
    ],
    moreTests: [
      'test/access/{strict-audit,encrypted-backup,health,damaged-state,disk-errors,kept-photographs,migration,audit-encoded-addresses}.test.ts',
      'test/operations/{admin,projects,project-history,reach,photos}.test.ts',
      'test/certificate/*.test.ts',
      'test/http/{audit-lines,limits}.test.ts',
      'test/api/{rest,session}.test.ts',
      'test/commands/key.test.ts',
    ],
    needsBase: true,
  },
  api: {
    mutate: ['server/api/*.ts', '!server/api/openapi.ts'],
    tests: [
      'test/api/{rest,trpc,session,moved-paths,path-table,kept-answers}.test.ts',
      'test/api/{answers,authorize,compression,mcp-answers,older-openapi,operation-request,pages,problem,prometheus,read-input,session-cookie}.test.ts',
      'test/http/audit-lines.test.ts',
    ],
    moreTests: [
      'test/api/{mcp,openapi}.test.ts',
      'test/http/{answer-size,connections,limits,network,proxy}.test.ts',
      'test/operations/{admin,projects,project-history,photos,library,ficha,list-limits,json-text,verify-batch,reach,normativa,ask}.test.ts',
      'test/access/{health,strict-audit}.test.ts',
      'test/packs/{hot-reload,install}.test.ts',
      'test/declared-problems.test.ts',
    ],
    needsBase: true,
  },
}
