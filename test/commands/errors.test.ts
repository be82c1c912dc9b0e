import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { lockExclusively } from '../../server/access/lock.ts'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import { auditAct } from '../../server/commands/audit-act.ts'
import { errorText } from '../../server/errors/error-text.ts'
import type { Language } from '../../server/errors/language.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { odsFile } from '../sheet-file.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-errors-'))
const file = (name: string, content: string): string => {
  writeFileSync(join(data, name), content)
  return join(data, name)
}
/** Every line that a command wrote to the error output, by language. */
const written: Record<Language, string[]> = { es: [], en: [] }

async function plomada(args: readonly string[], language: Language, more: Readonly<Record<string, string>> = {}) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(data, 'state'), PLOMADA_KB: inject('packFile'), PLOMADA_LANG: language, ...more }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  const text = err.join('\n')
  written[language].push(text)
  return { code, out: out.join('\n'), err: text }
}

const project = file('project.json', '{"name":"x","geo_id":"ES-28079","checks":[]}')
const [notJson, list] = [file('roto.json', '{'), file('lista.json', '[]')]
const twice = file('dos.json', '{"name":"a","name":"b"}')
const checks = file('checks.ndjson', '{"element":"cubierta-plana"}\n')
const notASheet = join(data, 'plantilla.txt')
const brokenSheet = file('rota.xlsx', 'PK\u0003\u0004')
const hiddenRow = join(data, 'oculta.ods')
const odsRow = (cells: readonly string[], attributes = '') =>
  `<table:table-row ${attributes}>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`
writeFileSync(hiddenRow, odsFile(odsRow(['elemento', 'parámetro', 'valor', 'unidad']) + odsRow(['x', 'y', '1', 'm'], 'table:visibility="filter"')))
const [taken = '', takenPdf = ''] = ['taken.pub', 'x.pdf'].map((name) => file(name, ''))
const missing = join(data, 'no-hay')
const [modelFile, modelWithoutPlace] = ['test/fixtures/ifc/piso.ifc', 'test/fixtures/ifc/ala-escolar.ifc'] as const
const alike = file('modelo.csv', readFileSync(modelFile, 'utf8'))
const roof = '--element cubierta-plana --parameter transmitancia-termica --unit W/m²K --geo ES-28079 --value 0.3'.split(' ')
const certificate = join(data, 'certificate.json')
const [emptyFolder = '', newer = ''] = ['plomada-empty-', 'plomada-newer-'].map((name) => mkdtempSync(join(tmpdir(), name)))

/** Arguments, exit code, and what the first line says in each language. */
type Row = [args: readonly string[], code: number, es: string, en: string, more?: Readonly<Record<string, string>>]
const rows: readonly Row[] = [
  [['nada'], 2, 'No existe la orden «nada»', 'Unknown command "nada"'],
  [['verifi'], 2, 'No existe la orden «verifi»: ¿quería decir verify?', 'Unknown command "verifi": did you mean verify?'],
  [['verify', '--elemnt', 'x'], 2, 'No existe la opción --elemnt: ¿quería decir --element?', 'Unknown option --elemnt: did you mean --element?'],
  [['verify', '--zzz', 'x'], 2, 'No existe la opción --zzz', 'Unknown option --zzz'],
  [['completion'], 2, 'Falta la consola', 'Name the shell'],
  [['diff'], 2, 'Se espera plomada diff COLECCIÓN NORMA', 'Expected plomada diff COLLECTION DOCUMENT'],
  [['geo', 'Madrid', '--csv', '--json'], 2, 'Se piden dos formatos a la vez, json y csv', 'Two formats are asked for at once, json and csv'],
  [['office'], 2, 'Falta qué hacer con el membrete', 'Say what to do with the letterhead'],
  [['office', 'set'], 2, 'Falta --name', 'Give --name'],
  [
    ['verify', '--color', 'rojo'],
    2,
    'No se conoce --color «rojo»: se espera auto, always, never',
    'Unknown --color "rojo": expected auto, always, never',
  ],
  [['verify', '--json=yes'], 2, '--json no lleva valor', '--json takes no value'],
  [['verify', '--element'], 2, 'Falta el valor de --element', '--element needs a value'],
  [['verify', '--element', '--unit'], 2, 'Falta el valor de --element; si es «--unit»', '--element needs a value; if it is "--unit"'],
  [['verify', '--geo', 'a', '--geo', 'b'], 2, '--geo consta dos veces', '--geo is given twice'],
  [['verify', '--lang', 'fr'], 2, 'No se conoce --lang «fr»', 'Unknown --lang "fr"'],
  [['verify', '--element', 'x'], 2, 'Falta --parameter', 'Give --parameter'],
  [['verify', ...roof, '--context', 'uso'], 2, 'No se entiende --context «uso»', 'Cannot read --context "uso"'],
  [['verify', ...roof, '--context', 'uso=a', '--context', 'uso=b'], 2, '--context indica dos veces «uso»', '--context states "uso" twice'],
  [['verify', ...roof.with(1, 'cubirta')], 1, 'Elemento desconocido', 'Unknown element'],
  [['verify', ...roof.with(1, 'cubierta-plano')], 1, 'Elemento desconocido', 'Unknown element'],
  [['verify', ...roof, '--certificate', join(missing, 'x.json')], 1, `No existe «${missing}`, `"${missing}`],
  [['exigencias'], 2, 'Falta --geo', 'Give --geo'],
  [
    ['exigencias', '--geo', 'ES-28079', '--csv', '--out', 'x.pdf'],
    2,
    'Se piden dos formatos a la vez, pdf y csv',
    'Two formats are asked for at once, pdf and csv',
  ],
  [['exigencias', '--geo', 'ES-28079', '--part', 'uso'], 2, 'No se entiende --part «uso»', 'Cannot read --part "uso"'],
  [['exigencias', '--geo', 'ES-28079', '--standing', 'todo'], 2, 'No se entiende --standing «todo»', 'Cannot read --standing "todo"'],
  [['ifc'], 2, 'Falta el modelo', 'Name one model'],
  [['ifc', missing], 1, `No se puede abrir «${missing}»`, `Cannot open "${missing}"`],
  [['hulc'], 2, 'Falta el modelo: un fichero .ctehexml', 'Name one model: a .ctehexml file'],
  [['hulc', file('a.ctehexml', '<CTE-HE-XML><EntradaGraficaLIDER/></CTE-HE-XML>')], 1, 'El fichero no dice en qué', 'The file does not say in'],
  [['ifc', modelFile, '--as-of', 'ayer'], 2, 'No se entiende --as-of «ayer»', 'Cannot read --as-of "ayer"'],
  [['ifc', modelFile, '--geo', 'Nadaville'], 2, '--geo: ', '--geo: '],
  [['ifc', modelFile, '--out', 'x.pdf'], 2, '--out «x.pdf»: se espera un fichero .html', '--out "x.pdf": expected a file of .html'],
  [['ifc', alike, '--out', alike], 2, `--out «${alike}» es el modelo que se lee`, `--out "${alike}" is the model that is read`],
  [
    ['ifc', modelFile, '--out', 'a.json', '--project', 'a.json'],
    2,
    '--out «a.json» es también el fichero de --project',
    '--out "a.json" is also the file of --project',
  ],
  [['ifc', modelFile, '--map', missing], 1, `--map ${missing}: no existe`, `--map ${missing}: no such file`],
  [
    ['ifc', modelFile, '--map', file('mapa.yaml', 'rooms: { Sala: nada }')],
    1,
    'No está en el vocabulario: rooms.Sala',
    'Not in the vocabulary: rooms.Sala',
  ],
  [['ifc', modelFile, '--map', file('roto.yaml', '{ a: [')], 1, '--map ', '--map '],
  [['ifc', modelFile, '--context', 'nada=1'], 1, 'No está en el vocabulario: nada', 'Not in the vocabulary: nada'],
  [['ifc', modelWithoutPlace, '--confirm-place'], 1, 'El modelo no dice en qué municipio está', 'The model does not say in which municipality'],
  [['ifc', modelFile, '--project', join(data, 'p.json')], 1, 'Un proyecto necesita un lugar', 'A project needs a place'],
  [['ifc', modelFile, '--geo', 'Madrid', '--project', 'Piso'], 3, 'Proyecto guardado: ', 'Project stored: '],
  [['ifc', modelFile, '--geo', 'Madrid', '--project', 'Otro', '--projects', '1'], 1, 'El proyecto no se guarda: ', 'The project is not stored: '],
  [['ifc', modelFile, '--geo', 'Madrid', '--progress'], 3, 'Abriendo', 'Opening'],
  [['describe', 'escalera'], 2, 'Faltan el elemento y el parámetro', 'Give the element and the parameter'],
  [['ask'], 2, 'Falta la pregunta', 'Give the question'],
  [['ask', 'x', '--geo', 'ES-99999'], 1, 'Municipio desconocido', 'Unknown municipality'],
  [['search'], 2, 'Faltan las palabras que buscar', 'Give the words to search for'],
  [['search', 'x', '--limit', '0'], 1, 'La petición no es válida', 'The request is not valid'],
  [['key'], 2, 'Falta qué hacer con las claves', 'Say what to do with keys'],
  [['key', 'add'], 2, 'Falta --name', 'Give --name'],
  [['key', 'add', '--name', 'a\nb'], 2, 'El nombre de --name lleva', '--name has line breaks'],
  [['key', 'add', '--name', 'x', '--scope', 'root'], 2, 'Permiso desconocido: root', 'Unknown scope: root'],
  [['key', 'add', '--name', 'x', '--expires', 'ayer'], 2, 'No se entiende --expires «ayer»', 'Cannot read --expires "ayer"'],
  [['key', 'revoke', 'nadie'], 2, 'No hay ninguna clave «nadie»', 'There is no key "nadie"'],
  [['key', 'list'], 1, 'No se puede abrir', 'Cannot open', { PLOMADA_DATA: newer }],
  [['audit'], 2, 'Falta qué hacer con el registro', 'Say what to do with the audit'],
  [['audit', 'verify', '--mark', 'x'], 2, 'No se entiende --mark «x»', 'Cannot read --mark "x"'],
  [['audit', 'verify', '--public-key', notJson], 2, 'No se entiende --public-key', 'Cannot read --public-key'],
  [['audit', 'export', '--from', 'ayer'], 2, 'No se entiende --from «ayer»', 'Cannot read --from "ayer"'],
  [['audit', 'export', '--out', notJson], 2, `«${notJson}» ya existe`, `"${notJson}" already exists`],
  [['kb'], 2, 'Falta qué hacer con la base', 'Say what to do with the knowledge base'],
  [['kb', 'info'], 1, 'No se puede abrir la base', 'Cannot open the knowledge base', { PLOMADA_KB: missing }],
  [['kb', 'info'], 1, 'No se puede abrir la base', 'Cannot open the knowledge base', { PLOMADA_KB: notJson }],
  [['kb', 'install'], 2, 'Falta el paquete', 'Name the pack'],
  [['kb', 'install', missing], 2, 'No existe', `${missing} does not exist`],
  [['kb', 'install', notJson], 1, 'El paquete no está firmado', 'The pack is not signed', { PLOMADA_KB: '' }],
  [['kb', 'trust', notJson], 1, 'No se entiende la clave pública', 'Cannot read the public key'],
  [['kb', 'rollback'], 1, '', ''],
  [['kb', 'keygen', '--out', taken.replace('.pub', '')], 2, `Ya existe ${taken}`, `${taken} already exists`],
  [['backup'], 2, 'Falta dónde guardar la copia', 'Say where to write the backup'],
  [['backup', notJson], 1, `Ya existe ${notJson}`, `${notJson} already exists`],
  [['backup', join(data, 'b')], 1, 'No hay nada que copiar', 'There is nothing to back up', { PLOMADA_DATA: emptyFolder }],
  [['restore'], 2, 'Falta la copia que restaurar', 'Say which backup to restore'],
  [['restore', missing], 1, `No existe ${missing}`, `${missing} does not exist`],
  [['restore', notJson], 1, `${notJson} no es una copia`, `${notJson} is not a backup`],
  [['certificate'], 2, 'Falta qué hacer con los certificados', 'Say what to do with certificates'],
  [['certificate', 'check', missing], 2, 'No existe', `${missing} does not exist`],
  [['certificate', 'check', notJson], 1, 'No vale: no es JSON', 'Not valid: it is not JSON'],
  [['certificate', 'check', project], 1, 'No vale: no es una respuesta', 'Not valid: it is not an answer'],
  [['certificate', 'check', certificate, '--public-key', notJson], 1, 'No vale: lo indicado con --public-key', 'Not valid: the file of --public-key'],
  [['ficha'], 2, 'Falta el fichero del proyecto', 'Name one project file'],
  [['ficha', project, '--format', 'doc'], 2, 'No se conoce --format «doc»', 'Unknown --format "doc"'],
  [['ficha', missing], 1, `No existe «${missing}»`, `"${missing}" does not exist`],
  [['ficha', data], 1, 'Se esperaba un fichero y es una carpeta', 'Expected a file, but it is a folder'],
  [['ficha', notJson], 1, `${notJson} no es JSON`, `${notJson} is not JSON`],
  [['ficha', project, '--out', takenPdf], 1, `Ya existe ${takenPdf}`, `${takenPdf} already exists`],
  [['batch'], 2, 'Falta el fichero de comprobaciones', 'Name one file of checks'],
  [['batch', '-'], 2, 'No hay entrada que leer', 'There is no standard input'],
  [['batch', missing], 2, 'No existe el fichero', `File "${missing}" does not exist`],
  [['batch', checks, '--format', 'xml'], 2, 'No se conoce --format «xml»', 'Unknown --format "xml"'],
  [['batch', checks, '--out', checks], 2, '--out es el mismo fichero', '--out is the file that is read'],
  [['batch', checks, '--geo', 'Nadaville'], 2, '--geo: ', '--geo: '],
  [['batch', checks, '--progress'], 4, '1 comprobadas', '1 checked'],
  [['batch', hiddenRow], 1, 'Filas ocultas que no se leen: 2', 'Hidden rows that are not read: 2'],
  [['batch', brokenSheet], 1, 'La hoja de cálculo está dañada', 'The spreadsheet is damaged'],
  [['batch', '--template', notASheet], 2, `--template «${notASheet}»: se espera`, `--template "${notASheet}": expected`],
  [['batch', '--template', brokenSheet], 2, `--template «${brokenSheet}»: ya existe`, `--template "${brokenSheet}": it exists`],
  [['batch', checks, '--template', 'x.xlsx'], 2, '--template escribe una plantilla', '--template writes a template'],
  [
    ['batch', file('t.csv', 'elemento;parámetro;valor;unidad;color\nx;y;1;m;rojo\n')],
    4,
    'Columnas que no se usan: color',
    'Columns that are not used: color',
  ],
  [['project'], 2, 'Falta qué hacer con los proyectos', 'Say what to do with projects'],
  [['project', 'import'], 2, 'Falta el fichero', 'Name the file'],
  [['project', 'export'], 2, 'Falta el identificador', 'Give the identifier'],
  [['project', 'export', 'no-hay'], 1, 'Proyecto desconocido', 'Unknown project'],
  [['project', 'import', missing], 2, `No se puede leer «${missing}». No existe`, `Cannot read "${missing}". "${missing}" does not exist`],
  [['project', 'import', list], 2, `«${list}» no es un proyecto exportado`, `"${list}" is not an exported project`],
  [['project', 'import', twice], 2, `«${twice}» indica dos veces`, `"${twice}" states "/name" twice`],
  [['serve', '--port', 'alto'], 1, 'No se entiende PLOMADA_PORT «alto»', 'Cannot read PLOMADA_PORT "alto"'],
  [['serve', '--host', '0.0.0.0'], 2, 'Sin cifrar solo se escucha en este equipo', 'Without TLS the server listens on this machine only'],
  [['serve', '--tls-cert', 'x'], 1, 'No se puede usar TLS: PLOMADA_TLS_CERT', 'Cannot use TLS: PLOMADA_TLS_CERT'],
  [['serve', '--tls-cert', notJson, '--tls-key', notJson], 1, `No se puede usar TLS: ${notJson} no es`, `Cannot use TLS: ${notJson} is not`],
  [['serve', '--tls-cert', missing, '--tls-key', missing], 1, `No existe «${missing}»`, `"${missing}" does not exist`],
  [['serve'], 1, 'No se entiende PLOMADA_LAN «a»', 'Cannot read PLOMADA_LAN "a"', { PLOMADA_LAN: 'a' }],
  [['serve', '--trust-proxy', '10.0.0.0/40'], 1, 'No se entiende PLOMADA_TRUST_PROXY «10.0.0.0/40»', 'Cannot read PLOMADA_TRUST_PROXY "10.0.0.0/40"'],
  [['serve', '--workers', 'dos'], 1, 'No se entiende PLOMADA_WORKERS «dos»', 'Cannot read PLOMADA_WORKERS "dos"'],
  [['serve', '--node', 'nodo uno'], 1, 'No se entiende PLOMADA_NODE «nodo uno»', 'Cannot read PLOMADA_NODE "nodo uno"'],
  [['serve'], 1, 'No se entiende PLOMADA_STATE_URL: se', 'Cannot read PLOMADA_STATE_URL: exp', { PLOMADA_STATE_URL: 'mysql://x:secreto@y' }],
  [['backup', 'copia'], 2, 'El estado está en la base', 'The state is in the database', { PLOMADA_STATE_URL: 'postgres://u:p@127.0.0.1:1/x' }],
  [['serve', '--ask-url', 'http://localhost'], 1, 'No se puede usar un modelo de lenguaje', 'Cannot use a language model'],
  [['serve', '--ask-url', 'x:y', '--ask-model', 'm'], 1, 'No se entiende PLOMADA_ASK_URL', 'Cannot read PLOMADA_ASK_URL'],
  [['serve', '--ask-url', 'http://a.com', '--ask-model', 'm'], 1, 'No se puede usar PLOMADA_ASK_URL: «a', 'Cannot use PLOMADA_ASK_URL: "a'],
  [['serve'], 1, 'No se puede usar PLOMADA_ASK_KEY: falta', 'Cannot use PLOMADA_ASK_KEY: PLOMADA_ASK_URL', { PLOMADA_ASK_KEY: 'x' }],
  [
    ['serve', '--ask-url', 'http://localhost', '--ask-model', 'm'],
    1,
    'No se puede usar PLOMADA_ASK_KEY: se esperan',
    'Cannot use PLOMADA_ASK_KEY: expected',
    { PLOMADA_ASK_KEY: 'ñ' },
  ],
  [['serve', '--host', '203.0.113.7', '--insecure-http', '--port', '0'], 1, 'AVISO: se escucha en 203.0.113.7', 'WARNING: listening on 203.0.113.7'],
]

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

describe('every message of the command line', () => {
  const folder = 'server/commands'
  const sources = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    'server/cli.ts',
    ...readdirSync('server/config').map((name) => join('server/config', name)),
  ]
  const source = (name: string): string => readFileSync(name, 'utf8')

  test('exists in both languages: no other error class is used, and no plain text is written to the error output', () => {
    const plain = sources.flatMap((name) =>
      [...source(name).matchAll(/new (?:Range|Syntax)?Error\(.*|terminal\.err\((?:['`])(?!\$\{error).*/g)].map(([line]) => `${name}: ${line}`),
    )
    expect(plain).toEqual([])
  })

  test('is written by one of the tests above, in Spanish and in English', () => {
    const messages = (language: Language): RegExp[] =>
      sources
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
