import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { runCli } from '../../server/cli.ts'
import type { Language } from '../../server/errors/language.ts'
import { odsFile } from '../sheet-file.ts'

export const data = mkdtempSync(join(tmpdir(), 'plomada-errors-'))
export const file = (name: string, content: string): string => {
  writeFileSync(join(data, name), content)
  return join(data, name)
}
/** Every line that a command wrote, by language. */
export const written: Record<Language, string[]> = { es: [], en: [] }

export async function plomada(args: readonly string[], language: Language, more: Readonly<Record<string, string>> = {}) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: join(data, 'state'), PLOMADA_KB: inject('packFile'), PLOMADA_LANG: language, ...more }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  const text = err.join('\n')
  written[language].push(...out, text)
  return { code, out: out.join('\n'), err: text }
}

const project = file('project.json', '{"name":"x","geo_id":"ES-28079","checks":[]}')
const [wrongPhoto = '', noPhotos = ''] = ['[{"caption":"A"}]', '7'].map((photos, index) =>
  file(`fotos-${index}.json`, `{"name":"x","geo_id":"ES-28079","checks":[],"photos":${photos}}`),
)
export const [notJson, list] = [file('roto.json', '{'), file('lista.json', '[]')]
const twice = file('dos.json', '{"name":"a","name":"b"}')
const checks = file('checks.ndjson', '{"element":"cubierta-plana"}\n')
const notASheet = join(data, 'plantilla.txt')
const brokenSheet = file('rota.xlsx', 'PK\u0003\u0004')
const hiddenRow = join(data, 'oculta.ods')
const odsRow = (cells: readonly string[], attributes = '') =>
  `<table:table-row ${attributes}>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`
writeFileSync(hiddenRow, odsFile(odsRow(['elemento', 'parámetro', 'valor', 'unidad']) + odsRow(['x', 'y', '1', 'm'], 'table:visibility="filter"')))
const [taken = '', takenPdf = ''] = ['taken.pub', 'x.pdf'].map((name) => file(name, ''))
export const missing = join(data, 'no-hay')
const [modelFile, modelWithoutPlace] = ['test/fixtures/ifc/piso.ifc', 'test/fixtures/ifc/ala-escolar.ifc'] as const
const alike = file('modelo.csv', readFileSync(modelFile, 'utf8'))
export const roof = '--element cubierta-plana --parameter transmitancia-termica --unit W/m²K --geo ES-28079 --value 0.3'.split(' ')
export const certificate = join(data, 'certificate.json')
export const [emptyFolder = '', newer = ''] = ['plomada-empty-', 'plomada-newer-'].map((name) => mkdtempSync(join(tmpdir(), name)))

/** Arguments, exit code, and what the first line says in each language. */
export type Row = [args: readonly string[], code: number, es: string, en: string, more?: Readonly<Record<string, string>>]
export const rows: readonly Row[] = [
  [['nada'], 2, 'No existe la orden «nada»', 'Unknown command "nada"'],
  [['office'], 2, 'Falta qué hacer con el membrete', 'Say what to do with the letterhead'],
  [['office', 'set'], 2, 'Falta --name', 'Give --name'],
  [['verifi'], 2, 'No existe la orden «verifi»: ¿quería decir verify?', 'Unknown command "verifi": did you mean verify?'],
  [['verify', '--elemnt', 'x'], 2, 'No existe la opción --elemnt: ¿quería decir --element?', 'Unknown option --elemnt: did you mean --element?'],
  [['verify', '--zzz', 'x'], 2, 'No existe la opción --zzz', 'Unknown option --zzz'],
  [['kb', 'instal'], 2, 'No existe «kb instal»: ¿quería decir install?', 'There is no "kb instal": did you mean install?'],
  [['key', 'zzz'], 2, 'No existe «key zzz»: se espera add, list', 'There is no "key zzz": expected add, list'],
  [['zonas'], 2, 'Falta --zone', 'Give --zone'],
  [['limites', '--element', 'escalera'], 2, 'Falta --parameter, --geo', 'Give --parameter, --geo'],
  [['geo', 'Burgos', '--altitude-m', 'alta'], 2, '--altitude-m: «alta»: se espera un número', '--altitude-m: "alta": expected a number'],
  [['geo', 'Burgos', '--altitude-m', '1.000'], 2, '--altitude-m: «1.000» puede ser 1000 o 1,0000', '--altitude-m: "1.000" may be 1000 or 1,0000'],
  [['search', 'puente', '--limit', 'x'], 2, '--limit: «x»: se espera un número', '--limit: "x": expected a number'],
  [['library', 'remove', 'x'], 2, '«x» no es el identificador de un documento', '"x" is not the identifier of a document'],
  [['timestamp', 'request'], 2, 'Falta el fichero que se sella', 'Name the file that is stamped'],
  [['certificate', 'check'], 2, 'Falta el fichero del certificado', 'Name the file of the certificate'],
  [['backup', '--list'], 2, '--list enumera las copias cifradas: falta dónde', '--list lists the encrypted backups: say where'],
  [['backup', join(missing, 'x')], 1, `No existe la carpeta ${missing}`, `There is no folder ${missing}`],
  ...['key', 'audit', 'project'].map(
    (name): Row => [
      [name, name === 'audit' ? 'verify' : 'list'],
      1,
      `La carpeta de datos ${notJson}/x no existe y no se puede hacer`,
      `The data folder ${notJson}/x does not exist and cannot be made`,
      { PLOMADA_DATA: join(notJson, 'x') },
    ],
  ),
  [['completion'], 2, 'Falta la consola', 'Name the shell'],
  [['diff'], 2, 'Se espera plomada diff COLECCIÓN NORMA', 'Expected plomada diff COLLECTION DOCUMENT'],
  [['geo', 'Madrid', '--csv', '--json'], 2, 'Se piden dos formatos a la vez, json y csv', 'Two formats are asked for at once, json and csv'],
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
  [['key', 'add', '--name', 'x', '--group', 'a\nb'], 2, 'El nombre de --group lleva', '--group has line breaks'],
  [['key', 'add', '--name', 'x', '--scope', 'read,admin', '--reading'], 2, 'Una clave que administra no puede', 'A key that administers takes no'],
  [['key', 'add', '--name', 'x', '--project', 'nada'], 2, '--project: no hay ningún proyecto «nada»', '--project: there is no project "nada"'],
  [['key', 'revoke', '--group', 'nadie'], 2, 'Ninguna clave en vigor es del grupo «nadie»', 'No key in force is of group "nadie"'],
  [['key', 'revoke', '1', '--group', 'nadie'], 2, 'Se pide una clave y también un grupo', 'A key and a group are given'],
  [['whoami'], 1, 'La clave está mal escrita', 'The key is malformed', { PLOMADA_KEY: 'plm_mal' }],
  [['key', 'add', '--name', 'a\nb'], 2, 'El nombre de --name lleva', '--name has line breaks'],
  [['key', 'add', '--name', 'x', '--scope', 'root'], 2, 'Permiso desconocido: root', 'Unknown scope: root'],
  [['key', 'add', '--name', 'x', '--expires', 'ayer'], 2, 'No se entiende --expires «ayer»', 'Cannot read --expires "ayer"'],
  [['key', 'revoke', 'nadie'], 2, 'No hay ninguna clave «nadie»', 'There is no key "nadie"'],
  [['key', 'list'], 1, 'No se puede abrir', 'Cannot open', { PLOMADA_DATA: newer }],
  [['audit'], 2, 'Falta qué hacer con el registro', 'Say what to do with the audit'],
  [['audit', 'verify', '--mark', 'x'], 2, 'No se entiende --mark «x»', 'Cannot read --mark "x"'],
  [['audit', 'verify', '--public-key', notJson], 2, 'No se entiende --public-key', 'Cannot read --public-key'],
  [['audit', 'export', '--proof', '--csv'], 2, 'La firma de --proof es de las líneas en JSON', 'The signature of --proof is of the lines as JSON'],
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
  [['ficha', wrongPhoto], 1, 'Fotografía 1 («A»): no es la de un proyecto exportado', 'Photograph 1 ("A"): it is not one of an exported project'],
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
  [
    ['project', 'import', noPhotos],
    2,
    `«${noPhotos}» no es un proyecto exportado: «photos» ha de ser una lista`,
    `"${noPhotos}" is not an exported project: "photos" must be a list`,
  ],
  [['project', 'import', list], 2, `«${list}» no es un proyecto exportado`, `"${list}" is not an exported project`],
  [['project', 'import', twice], 2, `«${twice}» indica dos veces`, `"${twice}" states "/name" twice`],
  [['serve'], 1, 'No se entiende PLOMADA_AUDIT «quizá»', 'Cannot read PLOMADA_AUDIT "quizá"', { PLOMADA_AUDIT: 'quizá' }],
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
