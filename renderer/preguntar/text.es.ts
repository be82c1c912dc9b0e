/** The Spanish texts of the page Preguntar. */
export const preguntarEs = {
  label: 'Pregunta',
  help: 'Nombre el elemento, lo que se mide y, si depende de él, el lugar.',
  helpNext: 'Puede seguir con lo ya preguntado: «¿y en un hospital?».',
  ask: 'Preguntar',
  examples: 'Ejemplos',
  samples: [
    '¿Qué transmitancia máxima admite una cubierta plana en Madrid?',
    '¿Qué huella mínima tiene una escalera?',
    '¿Qué transmitancia máxima admite una cubierta plana?',
  ],
  another: 'Conversación nueva',
  tookOver: 'Se ha tenido en cuenta lo preguntado antes:',
  sources: 'Fuentes',
  refusal: 'Sin respuesta',
  nearest: 'Lo más cercano',
  missing: 'Depende de un dato que la pregunta no indica',
  columns: { what: 'Caso', limit: 'Límite', where: 'Dónde' },
  bestClass: (name: string) => `clase ${name} o mejor`,
  and: ' y ',
  missingFigure: 'según el caso',
  similarity: (share: string) => `coincidencia ${share}`,
}
