interface Kind {
  readonly status: number
  readonly es: string
  readonly en: string
}

/** Every problem code with its status and its title in both languages. Clients branch on the code. */
export const errorKinds = {
  'malformed-json': { status: 400, es: 'El cuerpo no es JSON', en: 'The body is not JSON' },
  contradiction: { status: 400, es: 'La petición se contradice', en: 'The request contradicts itself' },
  'cursor-invalid': { status: 400, es: 'Cursor no válido', en: 'Invalid cursor' },
  'cursor-stale': { status: 400, es: 'Cursor de otra consulta o de otra base', en: 'Cursor of another query or knowledge base' },
  'key-missing': { status: 401, es: 'Falta la clave', en: 'No key was sent' },
  'key-malformed': { status: 401, es: 'La clave está mal escrita', en: 'The key is malformed' },
  'key-invalid': { status: 401, es: 'Clave desconocida', en: 'Unknown key' },
  'key-expired': { status: 401, es: 'Clave caducada', en: 'Expired key' },
  'key-revoked': { status: 401, es: 'Clave revocada', en: 'Revoked key' },
  'scope-missing': { status: 403, es: 'La clave no tiene este permiso', en: 'The key lacks this scope' },
  'out-of-reach': { status: 403, es: 'Fuera del alcance de la clave', en: 'Beyond the reach of the key' },
  'host-not-allowed': { status: 403, es: 'Nombre de servidor no permitido', en: 'Host name not allowed' },
  'desktop-only': { status: 403, es: 'Solo desde la aplicación de escritorio', en: 'From the desktop application only' },
  'not-found': { status: 404, es: 'No existe', en: 'Not found' },
  'unknown-municipality': { status: 404, es: 'Municipio desconocido', en: 'Unknown municipality' },
  'unknown-section': { status: 404, es: 'Apartado desconocido', en: 'Unknown section' },
  'unknown-collection': { status: 404, es: 'Colección desconocida', en: 'Unknown collection' },
  'unknown-document': { status: 404, es: 'Documento desconocido', en: 'Unknown document' },
  'unknown-place': { status: 404, es: 'Provincia o comunidad desconocida', en: 'Unknown province or community' },
  'unknown-project': { status: 404, es: 'Proyecto desconocido', en: 'Unknown project' },
  'unknown-photo': { status: 404, es: 'El proyecto no tiene esa fotografía', en: 'The project has no such photograph' },
  'unknown-revision': { status: 404, es: 'El proyecto no conserva esa revisión', en: 'The project does not keep that revision' },
  'unknown-key': { status: 404, es: 'No hay ninguna clave así', en: 'There is no such key' },
  'method-not-allowed': { status: 405, es: 'Método no admitido', en: 'Method not allowed' },
  'not-acceptable': { status: 406, es: 'No hay representación aceptable', en: 'Not acceptable' },
  'ambiguous-name': { status: 409, es: 'El nombre es de varios municipios', en: 'Several municipalities have this name' },
  'revision-stale': { status: 409, es: 'Otra persona lo ha cambiado entretanto', en: 'Somebody changed it meanwhile' },
  'quota-exceeded': { status: 409, es: 'No queda sitio para más proyectos', en: 'There is no room for more projects' },
  'port-unavailable': { status: 409, es: 'El puerto no se puede abrir', en: 'The port cannot be opened' },
  'too-large': { status: 413, es: 'Cuerpo demasiado grande', en: 'Body too large' },
  'media-type': { status: 415, es: 'Se espera application/json', en: 'Expected application/json' },
  validation: { status: 422, es: 'La petición no es válida', en: 'The request is not valid' },
  'unknown-element': { status: 422, es: 'Elemento desconocido', en: 'Unknown element' },
  'unknown-parameter': { status: 422, es: 'Parámetro desconocido', en: 'Unknown parameter' },
  'unknown-code': { status: 422, es: 'Norma desconocida', en: 'Unknown regulation' },
  'unit-mismatch': { status: 422, es: 'La unidad no mide este parámetro', en: 'The unit does not measure this parameter' },
  'no-applicable-rule': { status: 422, es: 'Sin límite que aplicar a este caso', en: 'No limit to apply to this case' },
  'not-in-force': { status: 422, es: 'Sin regla de esa fecha en la base', en: 'The base has no rule of that day' },
  'geo-too-coarse': { status: 422, es: 'Hace falta un lugar más preciso', en: 'A finer place is needed' },
  'sheet-refused': { status: 422, es: 'La hoja de cálculo no se puede leer', en: 'The spreadsheet cannot be read' },
  'model-refused': { status: 422, es: 'El modelo no se puede leer', en: 'The model cannot be read' },
  'document-refused': { status: 422, es: 'El documento no se puede añadir', en: 'The document cannot be added' },
  'base-refused': { status: 422, es: 'La base no se cambia', en: 'The knowledge base was not changed' },
  indeterminate: { status: 422, es: 'Faltan datos para decidir', en: 'Data is missing to decide' },
  'rate-limited': { status: 429, es: 'Demasiadas peticiones', en: 'Too many requests' },
  internal: { status: 500, es: 'Error interno', en: 'Internal error' },
  'read-only': { status: 503, es: 'Ahora solo se puede leer', en: 'Only reading is possible now' },
  'audit-unavailable': { status: 503, es: 'El registro de auditoría no se puede escribir', en: 'The audit cannot be written' },
  'not-ready': { status: 503, es: 'Este nodo aún no tiene la base', en: 'This node does not have the knowledge base yet' },
  starting: { status: 503, es: 'El servicio está arrancando', en: 'The service is starting' },
} as const satisfies Readonly<Record<string, Kind>>

export type ErrorCode = keyof typeof errorKinds

/** Why no rule gives a verdict. The first six belong to `no-applicable-rule`, the others to `not-in-force`. */
export const noVerdictReasons = [
  'not-bound',
  'not-admitted',
  'not-held',
  'threshold',
  'not-a-limit',
  'no-rule',
  'not-yet',
  'repealed',
  'edition-not-held',
  'rule-not-held',
  'history-unknown',
] as const
export type NoVerdictReason = (typeof noVerdictReasons)[number]
