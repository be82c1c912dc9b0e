import type { Text } from '../errors/language.ts'
import { type Action, actions } from './actions.ts'
import { chosen, flag, type Option, repeated, text, valued } from './option.ts'
import { file, serviceOptions, shared } from './shared-options.ts'

/** One command: what its help, the manual and completion say of it, and the options that it parses. */
export interface CommandUsage {
  readonly about: Text
  /** What follows the name, besides options. */
  readonly operands?: Text
  /** The words that may come first. */
  readonly actions?: Readonly<Record<string, Action>>
  readonly options: Readonly<Record<string, Option>>
  /** How it ends, where that is more than success or failure. */
  readonly exit?: Text
}

const name = text('NOMBRE', 'NAME')
const decided = text('0 cumple, 3 no cumple, 4 no se puede decidir', '0 complies, 3 does not comply, 4 cannot be decided')
const allDecided = text(
  '0 todo cumple, 3 algo no cumple, 4 nada incumple pero algo queda sin decidir',
  '0 all complies, 3 something does not, 4 nothing fails but something is undecided',
)
const someDecided = text(`${allDecided.es}, 1 no hay nada que comprobar`, `${allDecided.en}, 1 there is nothing to check`)

/** The commands with a text of their own. Those that read one operation are in `operation-commands.ts`. */
export const commands = {
  serve: {
    about: text('sirve la API y las páginas', 'serves the API and the pages'),
    options: {
      lan: flag(text('en la red privada, con TLS', 'on the private network, over TLS')),
      'insecure-http': flag(text('admite una dirección de fuera sin TLS', 'allows an outside address without TLS')),
      'first-key-file': valued(file, text('fichero en que se escribe la primera clave', 'file that the first key is written to')),
      quiet: flag(text('sin una línea por petición', 'without a line for each request')),
      ...serviceOptions,
    },
  },
  key: {
    about: text('claves de acceso: las da, enumera, retira y cambia', 'access keys: adds, lists, revokes and rotates them'),
    actions: actions.key,
    options: {
      name: valued(name, text('de quién o para qué es', 'whose it is or what for')),
      scope: valued(
        text('PERMISO,…', 'SCOPE,…'),
        text('read, verify, ask, admin, library (los tres primeros)', 'read, verify, ask, admin, library (the first three)'),
      ),
      expires: valued(text('90d|never'), text('cuándo caduca (365d)', 'when it expires (365d)')),
      project: repeated(text('ID'), text('solo este proyecto', 'this project only')),
      reading: flag(text('solo lee los proyectos', 'only reads projects')),
      csv: shared.csv,
      group: valued(text('GRUPO', 'GROUP'), text('el grupo de la clave, o las claves de un grupo', 'the group of the key, or the keys of a group')),
    },
  },
  whoami: {
    about: text('la clave que está en PLOMADA_KEY, y lo que puede', 'the key in PLOMADA_KEY, and what it may do'),
    options: { csv: shared.csv },
  },
  audit: {
    about: text('comprueba o exporta el registro de auditoría', 'verifies or exports the audit'),
    actions: actions.audit,
    options: {
      mark: repeated(text('N:HASH:FECHA', 'N:HASH:DATE'), text('una línea apuntada antes', 'a line that was noted before')),
      'public-key': repeated(text('CLAVE.pem', 'KEY.pem'), text('clave con la que se firmó', 'key that it was signed with')),
      out: shared.out,
      csv: shared.csv,
      from: valued(text('AAAA-MM-DD', 'YYYY-MM-DD'), text('desde este día', 'from this day')),
      to: valued(text('AAAA-MM-DD', 'YYYY-MM-DD'), text('hasta este día', 'to this day')),
      proof: flag(text('export: con la firma que lo prueba sin Plomada', 'export: with the signature that proves it without Plomada')),
    },
  },
  kb: {
    about: text('la base: qué es, si está entera, otra más nueva', 'the knowledge base: what it is, whether it is whole, a newer one'),
    actions: actions.kb,
    options: {
      csv: shared.csv,
      signature: valued(text('FICHERO.minisig', 'FILE.minisig'), text('su firma, si no está al lado', 'its signature, if it is not beside it')),
      out: valued(name, text('nombre de las claves que hace keygen', 'name of the keys that keygen makes')),
    },
  },
  backup: {
    about: text('copia de la carpeta de datos', 'backup of the data folder'),
    operands: text('[FICHERO|CARPETA]', '[FILE|FOLDER]'),
    options: {
      'new-key': valued(file, text('hace la clave privada que abre las copias cifradas', 'makes the private key that opens encrypted backups')),
      csv: shared.csv,
      list: flag(text('las copias cifradas que hay', 'the encrypted backups that there are')),
    },
  },
  restore: {
    about: text('vuelve a una copia', 'restores a backup'),
    operands: text('FICHERO|NOMBRE', 'FILE|NAME'),
    options: {
      identity: valued(file, text('la clave privada de una copia cifrada', 'the private key of an encrypted backup')),
      csv: shared.csv,
    },
  },
  verify: {
    about: text(
      'un valor frente al límite en vigor; en un terminal pregunta lo que no se le diga',
      'one value against the limit in force; at a terminal it asks for what is not stated',
    ),
    exit: decided,
    options: {
      element: valued(text('ELEMENTO', 'ELEMENT'), text('qué se comprueba: «cubierta plana»', 'what is checked: "cubierta plana"')),
      parameter: valued(text('PARÁMETRO', 'PARAMETER'), text('qué se mide: U, anchura', 'what is measured: U, anchura')),
      value: valued(text('VALOR', 'VALUE'), text('cuánto: 0,35', 'how much: 0,35')),
      unit: valued(text('UNIDAD', 'UNIT'), text('en qué unidad: W/m²K', 'in which unit: W/m²K')),
      geo: shared.geo,
      code: shared.code,
      context: shared.context,
      'as-of': shared.asOf,
      csv: shared.csv,
      trace: flag(text('con los pasos que llevan al veredicto', 'with the steps that lead to the verdict')),
      certificate: valued(file, text('escribe la respuesta con su certificado', 'writes the answer with its certificate')),
    },
  },
  describe: {
    about: text('cómo preguntarlo: unidades, normas, condiciones y un ejemplo', 'how to ask: units, documents, conditions and an example'),
    operands: text('ELEMENTO PARÁMETRO', 'ELEMENT PARAMETER'),
    options: { geo: shared.geo, 'as-of': shared.asOf, csv: flag(text('la tabla de condiciones, en CSV', 'the table of conditions, as CSV')) },
  },
  exigencias: {
    about: text('qué rige en un edificio, y con qué cifra', 'what applies to a building, and with which figure (in Spanish)'),
    options: {
      geo: shared.geo,
      context: shared.context,
      part: repeated(
        text('"NOMBRE: CAMPO=VALOR; …"', '"NAME: FIELD=VALUE; …"'),
        text('una parte: "Garaje: uso=aparcamiento; plazas=30"', 'a part: "Garaje: uso=aparcamiento; plazas=30"'),
      ),
      absent: repeated(text('ELEMENTO', 'ELEMENT'), text('lo que el edificio no tiene', 'what the building does not have')),
      code: shared.code,
      standing: valued(
        text('applies,depends,not_held,does_not_apply'),
        text('solo lo que está así; varias, con comas', 'only what stands so; several with commas'),
      ),
      'as-of': shared.asOf,
      csv: shared.csv,
      out: shared.out,
    },
  },
  certificate: {
    about: text(
      'comprueba un veredicto firmado, o da la clave de esta instalación',
      'checks a signed verdict, or tells the key of this installation',
    ),
    actions: actions.certificate,
    exit: text(
      'check: 0 vale y da lo mismo, 3 vale y algo difiere, 1 no vale',
      'check: 0 valid and the same again, 3 valid and something differs, 1 not valid',
    ),
    options: {
      csv: shared.csv,
      'public-key': valued(text('CLAVE.pem', 'KEY.pem'), text('la clave en que se confía', 'the key that is trusted')),
      keys: valued(
        text('LISTA.json', 'LIST.json'),
        text('check: la lista firmada de claves de quien lo emite', 'check: the signed list of keys of who issued it'),
      ),
      timestamp: valued(text('SELLO.tsr', 'STAMP.tsr'), text('check: el sello de tiempo del fichero', 'check: the time stamp of the file')),
      tsa: valued(
        text('AUTORIDAD.pem', 'AUTHORITY.pem'),
        text('check: la autoridad de sellado en que se confía', 'check: the time stamping authority that is trusted'),
      ),
      overlap: valued(
        text('DÍAS', 'DAYS'),
        text('rotate: días que vale también la anterior (90)', 'rotate: days that the old key is accepted too (90)'),
      ),
      from: valued(
        text('AAAA-MM-DD', 'YYYY-MM-DD'),
        text('revoke: desde cuándo no vale lo que firmó', 'revoke: from when what it signed is not valid'),
      ),
      reason: valued(text('TEXTO', 'TEXT'), text('revoke: por qué', 'revoke: why')),
    },
  },
  timestamp: {
    about: text('sellos de tiempo (RFC 3161) de certificados y fichas', 'time stamps (RFC 3161) of certificates and fichas'),
    actions: actions.timestamp,
    options: {
      url: valued(text('URL'), text('get: la autoridad a la que se pide', 'get: the authority that is asked')),
      tsa: valued(text('AUTORIDAD.pem', 'AUTHORITY.pem'), text('la autoridad en que se confía', 'the authority that is trusted')),
      csv: shared.csv,
    },
  },
  ficha: {
    about: text('la ficha justificativa de un proyecto', 'the ficha justificativa of a project'),
    operands: text('PROYECTO.json', 'PROJECT.json'),
    exit: allDecided,
    options: {
      format: { ...chosen(['pdf', 'docx', 'xlsx', 'csv', 'json'], text('formato', 'format')), default: 'pdf' },
      out: shared.out,
      csv: flag(text('lo mismo que --format csv', 'the same as --format csv')),
      date: valued(text('AAAA-MM-DD', 'YYYY-MM-DD'), text('la fecha que lleva', 'the date on it')),
      force: flag(text('escribe encima', 'overwrites')),
    },
  },
  batch: {
    about: text(
      'comprueba cada fila: una comprobación por línea en NDJSON, una tabla con títulos (; , o tabulador) o una hoja .xlsx u .ods',
      'checks each row: one check a line as NDJSON, a table with headings (; , or tab), or an .xlsx or .ods spreadsheet',
    ),
    operands: text('FICHERO|-', 'FILE|-'),
    exit: someDecided,
    options: {
      geo: shared.geo,
      format: chosen(['ndjson', 'csv'], text('del resultado; en CSV, con ; y coma decimal', 'of the result; CSV has ; and decimal commas')),
      csv: flag(text('lo mismo que --format csv', 'the same as --format csv')),
      out: shared.out,
      progress: shared.progress,
      template: valued(text('PLANTILLA.xlsx', 'TEMPLATE.xlsx'), text('escribe una plantilla para rellenar', 'writes a template to fill in')),
    },
  },
  hulc: {
    about: text('la envolvente de un modelo de HULC', 'the envelope in a model of HULC'),
    operands: text('MODELO.ctehexml', 'MODEL.ctehexml'),
    exit: allDecided,
    options: {
      geo: shared.geo,
      context: shared.context,
      project: valued(text('PROYECTO.json', 'PROJECT.json'), text('escribe el proyecto de sus comprobaciones', 'writes the project of its checks')),
      csv: shared.csv,
    },
  },
  ifc: {
    about: text(
      'comprueba lo que un modelo IFC dice de cada elemento; lo que falta lo pregunta una vez',
      'checks what an IFC model says of each element; what is missing is asked once',
    ),
    operands: text('MODELO.ifc', 'MODEL.ifc'),
    exit: someDecided,
    options: {
      map: valued(text('MAPA.yaml', 'MAP.yaml'), text('el mapa del usuario', 'the map of the user')),
      geo: shared.geo,
      'confirm-place': flag(text('da por bueno el lugar que dice el modelo', 'takes the place that the model states')),
      context: shared.context,
      'as-of': shared.asOf,
      out: valued(text('INFORME.html|.csv|.json', 'REPORT.html|.csv|.json'), text('escribe el informe', 'writes the report')),
      csv: shared.csv,
      bcf: valued(text('FALTAS.bcfzip', 'FAILURES.bcfzip'), text('escribe las faltas en BCF', 'writes the failures as BCF')),
      ids: valued(text('MODELO.ids', 'MODEL.ids'), text('escribe lo que el modelo ha de llevar', 'writes what the model has to hold')),
      project: valued(text('NOMBRE|FICHERO.json', 'NAME|FILE.json'), text('guarda o escribe el proyecto', 'stores or writes the project')),
      questions: valued(text('MAPA.yaml', 'MAP.yaml'), text('escribe las preguntas, para responderlas', 'writes the questions, to be answered')),
      progress: shared.progress,
    },
  },
  project: {
    about: text('los proyectos guardados', 'the stored projects'),
    actions: actions.project,
    options: { out: shared.out, csv: shared.csv },
  },
  office: {
    about: text('el membrete de las fichas', 'the letterhead of fichas'),
    actions: actions.office,
    options: {
      name: valued(name, text('el nombre del estudio', 'the name of the office')),
      address: valued(text('DIRECCIÓN', 'ADDRESS'), text('su dirección', 'its address')),
      logo: valued(text('FICHERO.png|.jpg|none', 'FILE.png|.jpg|none'), text('su logotipo', 'its logo')),
      csv: shared.csv,
    },
  },
  library: {
    about: text(
      'los documentos de su biblioteca: ordenanzas, fichas de producto, normas compradas',
      'the documents of your library: ordinances, product sheets, standards',
    ),
    actions: actions.library,
    options: {
      title: valued(text('TÍTULO', 'TITLE'), text('el título, si no es el nombre del fichero', 'the title, if it is not the name of the file')),
      csv: shared.csv,
      limit: valued(text('N'), text('resultados como máximo (10)', 'most results (10)')),
      progress: shared.progress,
    },
    exit: text('add: 1 si algún documento no se ha añadido', 'add: 1 if a document was not added'),
  },
  ask: {
    about: text('una pregunta, respondida con sus fuentes', 'a question, answered with its sources'),
    operands: text('"pregunta"', '"question"'),
    options: {
      geo: shared.geo,
      collection: chosen(['biblioteca'], text('cita también su biblioteca', 'quotes your library, too')),
      csv: flag(text('la respuesta y sus fuentes en una fila, en CSV', 'the answer and its sources in one row, as CSV')),
      history: repeated(text('"pregunta anterior"', '"earlier question"'), text('lo preguntado antes, por orden', 'what was asked before, in order')),
    },
  },
  search: {
    about: text('busca en los artículos', 'searches the articles'),
    operands: text('"palabras"', '"words"'),
    options: {
      collection: valued(
        text('COLECCIÓN', 'COLLECTION'),
        text('solo en esta, como cte; biblioteca: en sus documentos', 'only in this one, such as cte; biblioteca: in your documents'),
      ),
      document: valued(text('NORMA', 'DOCUMENT'), text('solo en esta norma', 'only in this document')),
      limit: valued(text('N'), text('resultados como máximo (10)', 'most results (10)')),
      csv: shared.csv,
    },
  },
  mcp: {
    about: text(
      'herramientas para modelos de lenguaje, por la entrada y la salida (MCP)',
      'tools for language models, over standard input and output (MCP)',
    ),
    options: {
      all: flag(text('todas las operaciones que leen, no solo las ocho de cada día', 'every operation that reads, not only the eight of everyday')),
    },
  },
  completion: {
    about: text('el autocompletado de la consola', 'completions for the shell'),
    actions: actions.completion,
    options: {},
  },
  man: { about: text('la página del manual, en roff', 'the manual page, as roff'), options: {} },
} as const satisfies Readonly<Record<string, CommandUsage>>
