/** The Spanish texts of the page Modelo. */
export const modeloEs = {
  intro: 'Compruebe un modelo IFC: qué elementos cumplen, cuáles no y qué falta en el modelo para decidirlo. El modelo no sale de este servicio.',
  drop: 'Arrastre aquí un fichero .ifc de hasta 12 MB, o elíjalo.',
  choose: 'Elegir un modelo',
  guide: [
    {
      title: 'Qué se lee',
      lines: [
        'IFC2X3, IFC4 e IFC4X3, de cualquier programa.',
        'Muros, forjados, cubiertas, ventanas, puertas, escaleras, rampas, barandillas y locales por su nombre.',
        'Valores de propiedades y cantidades; si faltan, de la geometría.',
      ],
    },
    {
      title: 'Cómo se decide',
      lines: [
        'Las coordenadas proponen un municipio; usted lo confirma o elige otro.',
        'Lo que el modelo no dice se pregunta una vez para todos los elementos que lo esperan.',
        'Un elemento cumple solo si se sabe todo; si no, queda sin decidir.',
      ],
    },
    {
      title: 'Qué se obtiene',
      lines: [
        'Una fila por comprobación: de dónde sale el valor, el límite y su artículo.',
        'Informe con plantas (HTML), incumplimientos (BCF), tabla (CSV).',
        'Lo que ha de llevar el modelo, como requisitos IDS para quien lo dibuja.',
      ],
    },
  ],
  tooLarge: (name: string) => `«${name}» pasa de 12 MB: compruébelo con la orden «plomada ifc».`,
  proposed: (place: string) => `Las coordenadas del modelo caen en ${place}.`,
  confirmPlace: 'Es ese municipio',
  judgedIn: (place: string) => `Comprobado en ${place}`,
  check: 'Comprobar el modelo',
  results: 'Resultados del modelo',
  total: (count: number, schema: string, application: string) =>
    `${count} comprobaciones, de un modelo ${schema}${application === '' ? '' : ` de ${application}`}.`,
  show: 'Qué se muestra',
  status: { COMPLIANT: 'Cumple', NON_COMPLIANT: 'No cumple', UNDECIDED: 'Sin decidir' },
  columns: ['Elemento del modelo', 'Qué se comprueba', 'Valor y de dónde sale', 'Límite', 'Resultado'],
  noStorey: 'Sin planta',
  more: (count: number) => `Y ${count} más: guarde la tabla para verlas todas.`,
  allUndecided: 'Aún no se decide nada',
  questions: (count: number) => `Lo que el modelo no dice (${count})`,
  answer: 'Responder y volver a comprobar',
  elements: (count: number) => (count === 1 ? 'un elemento espera esta respuesta' : `${count} elementos esperan esta respuesta`),
  save: { html: 'Informe con plantas (HTML)', bcf: 'Incumplimientos (BCF)', ids: 'Lo que ha de llevar el modelo (IDS)', csv: 'Tabla (CSV)' },
}
