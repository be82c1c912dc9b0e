import type { Text } from '../errors/language.ts'
import { text } from './option.ts'

/** What the first word after a command makes it do. */
export interface Action {
  /** What follows the word. */
  readonly operands?: Text
  readonly about: Text
}

const id = text('ID')
const which = text('NÚMERO|PREFIJO|NOMBRE', 'NUMBER|PREFIX|NAME')
const file = text('FICHERO', 'FILE')

/** The actions of each command that has several. */
export const actions = {
  key: {
    add: { about: text('hace una clave y la muestra, una sola vez', 'makes a key and shows it, once only') },
    list: { about: text('las que hay, y hasta cuándo valen', 'those that there are, and until when they are valid') },
    revoke: { operands: which, about: text('la retira; con --group, todas las de un grupo', 'withdraws it; with --group all of a group') },
    rotate: { operands: which, about: text('la cambia por otra, con lo mismo permitido', 'replaces it by another that may do the same') },
  },
  audit: {
    verify: { about: text('dice si alguna línea se cambió o falta', 'tells whether a line was changed or is missing') },
    export: { about: text('las líneas, una por línea en JSON, o en CSV', 'the lines, each as JSON on one line, or as CSV') },
  },
  kb: {
    info: { about: text('qué base está en uso', 'which one is in use') },
    check: { about: text('comprueba que está entera', 'checks that it is whole') },
    list: { about: text('las que hay en esta instalación', 'those of this installation') },
    install: { operands: text('FICHERO.kbpack', 'FILE.kbpack'), about: text('instala una firmada', 'installs a signed one') },
    rollback: { about: text('vuelve a la anterior', 'goes back to the one before') },
    trust: {
      operands: text('[FICHERO.pub]', '[FILE.pub]'),
      about: text('las claves de firma en que se confía; con un fichero, añade la suya', 'the trusted signing keys; with a file, adds that one'),
    },
    keygen: { about: text('hace claves con que firmar bases', 'makes keys to sign bases with') },
  },
  certificate: {
    check: { operands: file, about: text('si vale, y si hoy daría lo mismo', 'whether it is valid, and would be the same today') },
    key: { about: text('la clave pública de esta instalación', 'the public key of this installation') },
    keys: { about: text('la lista firmada de sus claves', 'the signed list of its keys') },
    rotate: { about: text('firma desde ahora con una clave nueva', 'signs with a new key from now on') },
    revoke: { operands: text('CLAVE', 'KEY'), about: text('da por no válido lo que firmó', 'makes what it signed not valid') },
  },
  timestamp: {
    request: { operands: file, about: text('escribe la petición (.tsq), sin red', 'writes the request (.tsq), without a network') },
    check: { operands: file, about: text('comprueba la respuesta (.tsr)', 'checks the answer (.tsr)') },
    get: { operands: file, about: text('la pide a la autoridad de --url', 'asks the authority of --url for it') },
  },
  project: {
    list: { about: text('los que hay', 'those that there are') },
    export: { operands: id, about: text('el proyecto, en JSON', 'the project, as JSON') },
    import: { operands: file, about: text('guarda uno exportado', 'stores an exported one') },
    delete: { operands: id, about: text('a la papelera, de donde se recupera', 'to the bin, from where it can be recovered') },
    history: {
      operands: text('ID [REVISIÓN]', 'ID [REVISION]'),
      about: text('quién lo cambió y cuándo; con una revisión, qué cambió', 'who changed it and when; with a revision, what it changed'),
    },
    undo: {
      operands: text('ID [REVISIÓN]', 'ID [REVISION]'),
      about: text('vuelve a la revisión anterior, o a esa', 'goes back to the revision before, or to that one'),
    },
    bin: { about: text('los que están en la papelera', 'those in the bin') },
    recover: { operands: id, about: text('lo saca de la papelera', 'takes it out of the bin') },
    erase: { operands: id, about: text('lo borra para siempre', 'erases it for ever') },
  },
  office: {
    show: { about: text('el que hay', 'the one that there is') },
    set: { about: text('lo escribe; lo que no se nombra queda como está', 'writes it; what is not named stays as it is') },
    clear: { about: text('lo quita', 'removes it') },
  },
  library: {
    add: {
      operands: text('FICHERO|CARPETA…', 'FILE|FOLDER…'),
      about: text('añade documentos (.pdf, .docx, .md, .txt)', 'adds documents (.pdf, .docx, .md, .txt)'),
    },
    list: { about: text('los que hay', 'those that there are') },
    remove: { operands: text('ID…'), about: text('los quita', 'removes them') },
    search: { operands: text('"palabras"', '"words"'), about: text('busca en ellos', 'searches them') },
  },
  completion: {
    bash: { about: text('source <(plomada completion bash)') },
    zsh: { about: text('source <(plomada completion zsh)') },
    fish: { about: text('plomada completion fish | source') },
    powershell: { about: text('plomada completion powershell | Out-String | Invoke-Expression') },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Action>>>>
