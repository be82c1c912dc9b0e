import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lockExclusively } from '../../server/access/lock.ts'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { openStore } from '../../server/access/store.ts'
import { auditAct } from '../../server/commands/audit-act.ts'
import { errorText } from '../../server/errors/error-text.ts'
import type { Language } from '../../server/errors/language.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { certificate, data, file, newer, notJson, plomada, type Row, roof, rows, written } from './error-rows.ts'

describe('an error of the command line is in the language of the user', () => {
  const store = openStore(newer, () => new Date())
  store.close()
  test('prepares its files', async () => {
    const { default: Database } = await import('better-sqlite3')
    const database = new Database(join(newer, 'plomada.db'))
    database.pragma('user_version = 9999')
    database.close()
    expect((await plomada(['verify', ...roof, '--certificate', certificate], 'es')).code).toBe(0)
    expect((await plomada(['key', 'add', '--name', 'una'], 'es')).code).toBe(0)
  })

  test.each<Row>(rows)('plomada %j exits with %i: %s', async (...[args, code, es, en, more]: Row) => {
    const [inSpanish, inEnglish] = [await plomada(args, 'es', more), await plomada(args, 'en', more)]
    expect([inSpanish.code, inEnglish.code]).toEqual([code, code])
    expect(inSpanish.err.startsWith(es), inSpanish.err.slice(0, 300)).toBe(true)
    expect(inEnglish.err.startsWith(en), inEnglish.err.slice(0, 300)).toBe(true)
    expect(inSpanish.err).not.toBe(inEnglish.err)
    expect(inSpanish.err).not.toMatch(/Unexpected error|Error inesperado|\n\s+at /)
    // Wrong usage is followed by the command that tells the right one, in the same language.
    if (code === 2)
      expect([inSpanish.err, inEnglish.err]).toEqual([
        expect.stringMatching(/\nAyuda: plomada [a-z ]*--help$/),
        expect.stringMatching(/\nHelp: plomada [a-z ]*--help$/),
      ])
  })

  test.each(['es', 'en'] as const)('a port that is taken, in %s', async (language) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : 0
    try {
      const { code, err } = await plomada(['serve', '--port', String(port)], language)
      expect([code, err]).toEqual([1, expect.stringContaining({ es: 'Otro programa ya usa', en: 'Another program already uses' }[language])])
    } finally {
      other.close()
    }
  })

  test.each(['es', 'en'] as const)('a folder in use by a restore, or by a program, in %s', async (language) => {
    const folder = join(data, `busy-${language}`)
    mkdirSync(folder)
    const lock = lockExclusively(folder)
    const restoring = await plomada(['key', 'list'], language, { PLOMADA_DATA: folder })
    lock.release()
    expect([restoring.code, restoring.err]).toEqual([1, expect.stringContaining({ es: 'Se está restaurando', en: 'A restore of' }[language])])
    const used = openStore(folder, () => new Date())
    const backup = join(data, `copy-${language}`)
    await plomada(['backup', backup], language, { PLOMADA_DATA: folder })
    const running = await plomada(['restore', backup], language, { PLOMADA_DATA: folder })
    used.close()
    expect([running.code, running.err]).toEqual([1, expect.stringContaining({ es: 'Hay un Plomada en marcha', en: 'Plomada is running' }[language])])
  })

  // Constructed errors, because no file is closed to tests that run as root.
  test.each([
    [{ code: 'EACCES', syscall: 'open', path: '/x' }, 'No hay permiso para usar «/x»', 'No permission to use "/x"'],
    [{ code: 'EACCES', syscall: 'listen', address: '::1', port: 80 }, 'No hay permiso para abrir ::1:80', 'No permission to open ::1:80'],
    [{ code: 'ENOTFOUND', hostname: 'nadie' }, 'No se conoce el equipo «nadie»', 'Unknown host "nadie"'],
    [{ code: 'ENOTDIR', path: '/x/y' }, '«/x/y» no puede existir', '"/x/y" cannot exist'],
    [{ code: 'EEXIST', path: '/x' }, 'Ya existe «/x»', '"/x" already exists'],
    [{ code: 'ENOSPC' }, 'No queda sitio en el disco', 'No space is left'],
    [{ code: 'EMFILE', path: '/x' }, 'El sistema no lo permite (EMFILE, «/x»)', 'The system does not allow it (EMFILE, "/x")'],
    [{ code: 'SQLITE_FULL' }, 'La base de datos no se puede usar (SQLITE_FULL)', 'The database cannot be used (SQLITE_FULL)'],
    [{}, 'Error inesperado: roto', 'Unexpected error: roto'],
  ])('%j has a sentence in each language', (fields, es, en) => {
    const text = errorText(Object.assign(new Error('roto'), fields))
    expect([text.es.startsWith(es), text.en.startsWith(en)], JSON.stringify(text)).toEqual([true, true])
  })

  test.each(['es', 'en'] as const)('a template that was written, in %s', async (language) => {
    const template = join(data, `plantilla-${language}.xlsx`)
    const { code, err } = await plomada(['batch', '--template', template], language)
    expect([code, err]).toEqual([0, { es: `Plantilla escrita: ${template}`, en: `Template written: ${template}` }[language]])
  })

  test.each(['es', 'en'] as const)('candidates and missing data, in %s', async (language) => {
    const { err } = await plomada(['verify', ...roof.with(1, 'cubierta-plano')], language)
    expect(err).toContain({ es: 'Quizá: ', en: 'Perhaps: ' }[language])
  })

  test.each(['es', 'en'] as const)('a unit that measures something else, with the command that tells how to ask, in %s', async (language) => {
    const { err } = await plomada(['verify', ...roof.with(5, 'm')], language)
    expect(err).toContain(`${{ es: 'Cómo preguntarlo', en: 'How to ask' }[language]}: plomada describe cubierta-plana transmitancia-termica`)
  })

  test.each([
    [/,/, ', ', 'no está escrito como', 'it is not written as'],
    [/"signature":"../, '"signature":"AA', 'la firma no es de este certificado', 'the signature is not of this certificate'],
    [/"value":"0\.3"/, '"value":"0.1"', 'la petición no es la que se certificó', 'the request is not the one that was certified'],
    [/"provided_value":"0\.3"/, '"provided_value":"0.1"', 'la respuesta no es la que se certificó', 'the answer is not the one that was certified'],
  ])('a certificate in which %s became %s', async (from, to, es, en) => {
    const changed = file('changed.json', readFileSync(certificate, 'utf8').replace(from, to))
    expect((await plomada(['certificate', 'check', changed], 'es')).err).toBe(
      `No vale: ${es}${to === ', ' ? ' lo escribe el servicio: algo ha cambiado, aunque solo sea su forma' : ''}`,
    )
    expect((await plomada(['certificate', 'check', changed], 'en')).err).toMatch(new RegExp(`^Not valid: ${en}`))
  })

  test.each(['es', 'en'] as const)('a certificate signed with another key, in %s', async (language) => {
    const other = file('other.pem', openSigningKey(undefined).publicKey)
    const { code, err } = await plomada(['certificate', 'check', certificate, '--public-key', other], language)
    expect([code, err]).toEqual([
      1,
      { es: 'No vale: está firmado con otra clave que la indicada', en: 'Not valid: it was signed with a key other than the given one' }[language],
    ])
  })

  test.each(['es', 'en'] as const)('a data folder that cannot be written, in %s', async (language) => {
    const folder = join(notJson, 'no')
    const serving = await plomada(['serve', '--host', '203.0.113.7', '--insecure-http', '--port', '0'], language, { PLOMADA_DATA: folder })
    expect(serving.err).toContain(
      { es: 'Solo lectura: la carpeta de datos no deja escribir', en: 'Read-only: the data folder cannot be written' }[language],
    )
    const adding = await plomada(['key', 'add', '--name', 'x'], language, { PLOMADA_DATA: folder })
    expect([adding.code, adding.err]).toEqual([1, expect.stringContaining({ es: 'No se ha guardado nada', en: 'Nothing was stored' }[language])])
  })

  test.each(['es', 'en'] as const)('an act that could not be audited, in %s', (language) => {
    const err: string[] = []
    const append = (): never => {
      throw new ServiceError('read-only', { es: 'Disco lleno', en: 'Disk full' })
    }
    const audit = { ...openStore(undefined, () => new Date()).audit, append }
    auditAct({ audit }, { operation: 'backup', subject: null }, { environment: {}, language, out: () => undefined, err: (text) => err.push(text) })
    written[language].push(...err)
    expect(err).toEqual([
      { es: 'Hecho, pero no consta en el registro de auditoría. Disco lleno', en: 'Done, but the audit has no line of it. Disk full' }[language],
    ])
  })

  afterAll(() => {
    // Leaves the folder accessible for its deletion.
    chmodSync(data, 0o700)
  })
})

/** Files whose messages need keys, servers, time stamps or documents, which their own tests have. */
const testedApart = new Map([
  ['server/commands/timestamp.ts', 'test/certificate/timestamp.test.ts'],
  ['server/commands/signing-keys.ts', 'test/certificate/key-list.test.ts'],
  ['server/commands/certificate.ts', 'test/certificate/key-list.test.ts'],
  ['server/commands/library.ts', 'test/commands/library.test.ts'],
  ['server/commands/library-text.ts', 'test/commands/library.test.ts'],
  ['server/commands/time-left.ts', 'test/commands/library.test.ts'],
  ['server/commands/encrypted-backup.ts', 'test/access/encrypted-backup.test.ts'],
  ['server/config/backup.ts', 'test/access/encrypted-backup.test.ts'],
  ['server/config/audit.ts', 'test/access/strict-audit.test.ts'],
  ['server/commands/serve.ts', 'test/e2e/backups.test.ts'],
  ['server/commands/query.ts', 'test/operations/library.test.ts'],
])

describe('every message of the command line', () => {
  const folder = 'server/commands'
  const sources = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    'server/cli.ts',
    ...readdirSync('server/config').map((name) => join('server/config', name)),
  ]
  const source = (name: string): string => readFileSync(name, 'utf8')

  test('exists in both languages: no other error class is used, and no plain text is written to the error output', () => {
    const errors = (name: string): string[] =>
      [...source(name).matchAll(/new (?:Range|Syntax)?Error\(.*|terminal\.err\((?:['`]).*/g)].map(([line]) => line)
    // A template of nothing but values has its words from them.
    const hasWords = (line: string): boolean =>
      /\p{L}/u.test(line.replace(/^terminal\.err\(/, '').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\\n|'[a-z]+'/g, ''))
    const plain = sources.flatMap((name) =>
      errors(name)
        .filter(hasWords)
        .map((line) => `${name}: ${line}`),
    )
    expect(plain).toEqual([])
  })

  test('is written by one of the tests above, in Spanish and in English', () => {
    const messages = (language: Language): RegExp[] =>
      sources
        .filter((name) => !testedApart.has(name))
        .flatMap((name) => [...source(name).matchAll(new RegExp(`\\b${language}: (['\`])(.*?)\\1(?:,| \\}|$)`, 'gm'))].map(([, , text = '']) => text))
        .map(
          (text) =>
            new RegExp(text.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|[.*+?^()|[\]\\]/g, (part) => (part.startsWith('$') ? '[\\s\\S]*' : `\\${part}`))),
        )
    for (const language of ['es', 'en'] as const) {
      const all = written[language].join('\n')
      // No file can cause this error: portions of a file always fit in a request.
      const silent = messages(language).filter((message) => !message.test(all) && !/l[ií]n(?:ea|e)s (?:desde|from)/.test(message.source))
      expect(silent.map(String), language).toEqual([])
    }
  })
})
