import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { lockExclusively } from '../../server/access/lock.ts'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { openStore } from '../../server/access/store.ts'
import { revokeSigningKey } from '../../server/certificate/rotate-key.ts'
import { timestampRequest } from '../../server/certificate/timestamp.ts'
import { auditAct } from '../../server/commands/audit-act.ts'
import { progressLine } from '../../server/commands/time-left.ts'
import { errorText } from '../../server/errors/error-text.ts'
import type { Language, Text } from '../../server/errors/language.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { timeAuthority } from '../certificate/time-authority.ts'
import { pdfFile } from '../library/pdf-file.ts'
import { certificate, data, file, newer, notJson, plomada, type Row, roof, rows, written } from './error-rows.ts'
import { anyKey, rowsOfSettings } from './error-rows-settings.ts'

/** A time stamp whose certificate is for signing programs instead, and is still named by its hash. */
function withOtherPurpose(response: Buffer): Buffer {
  const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
  const sha256 = (bytes: Uint8Array) => latin(createHash('sha256').update(bytes).digest())
  const [timeStamping, codeSigning] = ['2b06010505070308', '2b06010505070303'].map((hex) => latin(Buffer.from(hex, 'hex')))
  const text = latin(response)
  for (const { index } of text.matchAll(/\x30\x82/g)) {
    const part = response.subarray(index, index + 4 + response.readUInt16BE(index + 2))
    if (!text.includes(sha256(part))) continue
    const other = latin(part).replace(timeStamping ?? '', codeSigning ?? '')
    return Buffer.from(
      text.replace(latin(part), () => other).replace(sha256(part), () => sha256(Buffer.from(other, 'latin1'))),
      'latin1',
    )
  }
  throw new TypeError('The time stamp does not name its certificate')
}

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

  test.each<Row>([...rows, ...rowsOfSettings])('plomada %j exits with %i: %s', async (...[args, code, es, en, more]: Row) => {
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
    expect([adding.code, adding.err]).toEqual([1, expect.stringContaining({ es: 'no se puede hacer', en: 'cannot be made' }[language])])
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

  test.each(['es', 'en'] as const)('how far a document is, and the time left, in %s', (language) => {
    let ms = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ms)
    const err: string[] = []
    const show = progressLine({ environment: {}, language, out: () => undefined, err: (text) => err.push(text) }, 'a.pdf')
    for (const done of [1, 4]) {
      ms += 2000
      show(done, 20)
    }
    clock.mockRestore()
    written[language].push(...err)
    expect(err).toEqual(
      {
        es: ['a.pdf: página 1 de 20 (5 %)', 'a.pdf: página 4 de 20 (20 %), quedan 16 s'],
        en: ['a.pdf: page 1 of 20 (5 %)', 'a.pdf: page 4 of 20 (20 %), 16 s left'],
      }[language],
    )
  })

  test.each(['es', 'en'] as const)('what a ficha comes to, in %s', async (language) => {
    const project = file('ficha.json', '{"name":"x","geo_id":"ES-28079","checks":[]}')
    const { code, out } = await plomada(['ficha', project, '--format', 'json', '--out', join(data, `ficha-${language}.json`)], language)
    expect({ code, text: out }).toEqual({
      code: 0,
      text: expect.stringContaining({ es: 'comprobaciones 0, cumplen 0', en: 'checks 0, comply 0' }[language]),
    })
  })

  test.each(['es', 'en'] as const)('what the library has, in %s', async (language) => {
    const here = { PLOMADA_DATA: join(data, `library-${language}`) }
    const said = async (...args: string[]) => (await plomada(['library', ...args], language, here)).out
    const pdf = join(data, 'Ordenanza.pdf')
    writeFileSync(pdf, pdfFile([{ lines: ['El vuelo máximo de un balcón es de 0,80 m.'] }, { image: 20 }, {}]))
    const text = file('lana.md', '# Lana\n\nConductividad\n')
    expect(await said('list')).toBe({ es: 'La biblioteca está vacía', en: 'The library is empty' }[language])
    const added = await said('add', pdf)
    expect(added.split('\n')).toEqual([
      expect.stringMatching({ es: /: 3 páginas$/, en: /: 3 pages$/ }[language]),
      {
        es: '  página 2: imagen sin texto; página 3: en blanco',
        en: '  page 2: image without text; page 3: blank',
      }[language],
    ])
    expect(await said('add', pdf)).toMatch({ es: /: ya estaba/, en: /: was there already/ }[language])
    expect(await said('add', text)).toMatch({ es: /: 1 parte$/, en: /: 1 part$/ }[language])
    expect(await said('search', 'xyzzy')).toBe({ es: 'Nada encontrado', en: 'Nothing found' }[language])
    const asked = await plomada(['ask', '¿Cuál es el vuelo máximo de un balcón?', '--collection', 'biblioteca'], language, here)
    expect(asked.out).toContain({ es: 'En su biblioteca, que no es texto oficial', en: 'In your library, which is not official text' }[language])
    const [id = ''] = added.split(' ')
    expect(await said('remove', id)).toBe({ es: `Quitado: ${id}`, en: `Removed: ${id}` }[language])
  })

  test.each(['es', 'en'] as const)('a database that is waited for, in %s', async (language) => {
    const environment = {
      ...process.env,
      PLOMADA_DATA: join(data, 'state'),
      PLOMADA_LANG: language,
      PLOMADA_STATE_URL: 'postgres://u:p@127.0.0.1:1/x',
    }
    const child = spawn(process.execPath, ['server/main.ts', 'serve', '--port', '0'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
    let text = ''
    for await (const bytes of child.stderr) {
      text += String(bytes)
      if (text.includes('\n')) child.kill('SIGKILL')
    }
    written[language].push(text)
    expect(text).toContain({ es: 'Se espera a la base de datos: este nodo', en: 'Waiting for the database: this node' }[language])
  })

  test.each(['es', 'en'] as const)('how a signing key stands, and its list, in %s', async (language) => {
    const folder = join(data, `signing-${language}`)
    const run = (...args: string[]) => plomada(args, language, { PLOMADA_DATA: folder })
    const says = async (text: Text, ...args: string[]) => {
      const { out, err } = await run('certificate', 'check', ...args)
      expect(`${out}${err}`).toContain(text[language])
    }
    const tsa = timeAuthority('ec')
    const authority = file('authority.pem', tsa.authority)
    /** A certificate, the key that signed it, and the flags that give its time stamp. */
    const certify = async (name: string) => {
      const made = join(data, `${language}-${name}.json`)
      // In one language: the words of an answer in English are not those that its certificate has.
      await plomada(['verify', ...roof, '--certificate', made], 'es', { PLOMADA_DATA: folder })
      await run('timestamp', 'request', made)
      writeFileSync(`${made}.tsr`, tsa.answer(readFileSync(`${made}.tsq`)))
      return { made, id: openSigningKey(folder).id, stamp: ['--timestamp', `${made}.tsr`, '--tsa', authority] }
    }
    const first = await certify('primero')
    await run('certificate', 'rotate', '--overlap', '30')
    const second = await certify('segundo')
    await says({ es: 'y todavía admitida', en: 'and still accepted' }, first.made)
    await says({ es: 'De confianza: firmado con la clave en uso', en: 'Trusted: signed with the key in use' }, second.made)
    await says({ es: 'no está en la lista de claves', en: 'is not in the list of keys' }, certificate)
    await says({ es: 'indique con --tsa su autoridad', en: 'give it with --tsa' }, first.made, ...first.stamp.slice(0, 2))
    const noStamp = ['--timestamp', notJson, '--tsa', authority]
    await says({ es: 'El sello de tiempo no vale: no es una', en: 'The time stamp is not valid: it is no' }, first.made, ...noStamp)

    const list = (await run('certificate', 'keys')).out
    const own = file('own.pem', openSigningKey(folder).publicKey)
    const changed = file('changed-list.json', list.replace(/"issued_at": "..../, '"issued_at": "1999'))
    await says({ es: 'no vale: la firma no es suya', en: 'is not valid: the signature is not' }, first.made, '--keys', changed, '--public-key', own)
    const good = file('list.json', list)
    await says({ es: 'ni esta la traspasó', en: 'nor handed over by it' }, first.made, '--keys', good, '--public-key', anyKey)

    await run('certificate', 'rotate', '--overlap', '0')
    await says({ es: 'No dice cuándo se firmó', en: 'It does not say when it was signed' }, second.made)
    const now = new Date()
    const tomorrow = new Date(now.getTime() + 86_400_000)
    revokeSigningKey(folder, openSigningKey(folder), { id: second.id, from: tomorrow, reason: null, now })
    await says({ es: 'prueba que existía el', en: 'proves that this was there on' }, second.made, ...second.stamp)
    await run('certificate', 'revoke', first.id, '--from', now.toISOString().slice(0, 10))
    await says({ es: 'nada prueba que se firmara antes', en: 'nothing proves that this was signed before' }, first.made)
    await says({ es: 'y el sello de tiempo es del', en: 'and the time stamp is of' }, first.made, ...first.stamp)
  })

  test.each(['es', 'en'] as const)('a time stamp, and why one does not hold, in %s', async (language) => {
    const stamped = file(`stamped-${language}.txt`, 'x')
    const tsa = timeAuthority('ec')
    const [authority, other] = [file('tsa.pem', tsa.authority), file('other-tsa.pem', timeAuthority('ec').authority)]
    const says = async (text: Text, ...args: string[]) => {
      const { out, err } = await plomada(['timestamp', ...args], language)
      expect(`${out}${err}`).toContain(text[language])
    }
    await says({ es: 'Petición en', en: 'Request in' }, 'request', stamped)
    const request = readFileSync(`${stamped}.tsq`)
    const response = tsa.answer(request)
    const query = (...args: string[]) => execFileSync('openssl', ['ts', '-query', '-data', stamped, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    const withoutCertificate = query('-sha256')
    const forCode = withOtherPurpose(response)
    const forged = Buffer.from(response)
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1
    const cases: readonly (readonly [text: Text, request: Uint8Array, response: Uint8Array, ...flags: string[]])[] = [
      [{ es: 'Existía el ', en: 'It was there on ' }, request, response, '--tsa', authority],
      [{ es: 'SIN CONFIANZA: dice que existía', en: 'NOT TRUSTED: it says' }, request, response],
      [{ es: 'no es una respuesta de sellado', en: 'it is no time stamp response' }, request, Buffer.from('hola')],
      [{ es: 'la autoridad lo ha denegado', en: 'the authority refused it' }, request, tsa.answer(query('-sha1', '-cert'))],
      [{ es: 'la petición (.tsq) no lo es', en: 'the request (.tsq) is none' }, Buffer.from('hola'), response],
      [{ es: 'es de otro documento', en: 'it is of another document' }, request, tsa.answer(timestampRequest(Buffer.from('y')))],
      [{ es: 'responde a otra petición', en: 'it answers another request' }, timestampRequest(Buffer.from('x')), response],
      [{ es: 'no lleva el certificado', en: 'it lacks the certificate' }, withoutCertificate, tsa.answer(withoutCertificate)],
      [{ es: 'no es solo para sellos de tiempo', en: 'is not for time stamps alone' }, request, forCode],
      [{ es: 'la firma no es suya', en: 'the signature is not of it' }, request, forged],
      [{ es: 'no lo firma la autoridad', en: 'the given authority did not sign' }, request, response, '--tsa', other],
    ]
    for (const [text, asked, answered, ...flags] of cases) {
      writeFileSync(`${stamped}.tsq`, asked)
      writeFileSync(`${stamped}.tsr`, answered)
      await says(text, 'check', stamped, ...flags)
    }
    const server = createHttpServer((_, answer) => answer.writeHead(404).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    await says({ es: `${url} responde 404`, en: `${url} answers 404` }, 'get', stamped, '--url', url)
    server.close()
  })

  afterAll(() => {
    // Leaves the folder accessible for its deletion.
    chmodSync(data, 0o700)
  })
})

/** Files whose messages need keys, servers, time stamps or documents, which their own tests have. */
const testedApart = new Map([
  ['server/commands/key.ts', 'test/commands/cli.test.ts'],
  ['server/commands/whoami.ts', 'test/commands/key.test.ts'],
  ['server/commands/kb.ts', 'test/commands/kb.test.ts'],
  ['server/commands/kb-packs.ts', 'test/commands/kb.test.ts'],
  ['server/commands/usage.ts', 'test/commands/usage.test.ts'],
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
  ['server/commands/audit-text.ts', 'test/commands/cli.test.ts'],
  ['server/commands/progress-names.ts', 'test/commands/progress.test.ts'],
  ['server/commands/serve-words.ts', 'test/commands/english.test.ts'],
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
