import type { Text } from '../errors/language.ts'
import type { Definition, Operation } from '../operations/operation.ts'
import { text } from './option.ts'

/** A command that sends one reading operation and prints its answer. */
export interface OperationCommand {
  readonly about: Text
  /** The operation for each number of operands: the fields of its path. */
  readonly operations: readonly (() => Promise<Operation>)[]
}

/** Loads one operation and none of the others, which take time to start. */
function one<Name extends string>(name: Name, load: () => Promise<Record<Name, unknown>>): () => Promise<Operation> {
  // Safe cast: each `run` takes its own input type; these commands send their input to the service, which parses it.
  return async () => ({ ...((await load())[name] as Definition), name })
}

/** The commands that are made from operations: their operands and options are the fields of the operation's input. */
export const operationCommands: Readonly<Record<string, OperationCommand>> = {
  geo: {
    about: text('las zonas de un municipio y las normas que rigen en él', 'the zones of a municipality and the regulations there'),
    operations: [one('getGeo', () => import('../operations/get-geo.ts'))],
  },
  municipios: {
    about: text('los municipios, todos o los de una provincia o comunidad', 'the municipalities, all or those of a province or community'),
    operations: [one('listMunicipios', () => import('../operations/list-municipios.ts'))],
  },
  zonas: {
    about: text(
      'una zona de cada municipio: climática, radón, sismo, viento o nieve',
      'one zone of each municipality: climate, radon, seismic, wind or snow',
    ),
    operations: [one('listZones', () => import('../operations/list-zones.ts'))],
  },
  elementos: {
    about: text('los elementos y parámetros que se pueden comprobar', 'the elements and parameters that can be checked'),
    operations: [one('listElements', () => import('../operations/list-elements.ts'))],
  },
  condiciones: {
    about: text('las condiciones que un caso puede indicar, con sus valores', 'the conditions that a case may state, with their values'),
    operations: [one('listConditions', () => import('../operations/list-conditions.ts'))],
  },
  reglas: {
    about: text('las reglas de la base', 'the rules of the knowledge base'),
    operations: [one('listRules', () => import('../operations/list-rules.ts'))],
  },
  limites: {
    about: text('qué límite tiene un elemento en un lugar, sin un valor', 'which limit an element has at a place, without a value'),
    operations: [one('listLimits', () => import('../operations/list-limits.ts'))],
  },
  normativa: {
    about: text(
      'las colecciones; las normas de una; los apartados de una norma',
      'the collections; the documents of one; the sections of a document',
    ),
    operations: [
      one('listCollections', () => import('../operations/list-collections.ts')),
      one('listDocuments', () => import('../operations/list-documents.ts')),
      one('getDocument', () => import('../operations/get-document.ts')),
    ],
  },
  articulo: {
    about: text('un apartado entero, con sus tablas', 'one section, whole, with its tables'),
    operations: [one('getArticle', () => import('../operations/get-article.ts'))],
  },
  diff: {
    about: text('qué cambió entre dos ediciones de una norma', 'what changed between two editions of a document'),
    operations: [one('diffDocument', () => import('../operations/diff-document.ts'))],
  },
  meta: {
    about: text('qué base responde, y qué no cubre', 'which knowledge base answers, and what it does not cover'),
    operations: [one('getMeta', () => import('../operations/get-meta.ts'))],
  },
}
