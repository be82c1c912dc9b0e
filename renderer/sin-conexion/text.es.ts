/** The Spanish texts of the page Sin conexión. */
export const sinConexionEs = {
  intro:
    'Guarde la base en este dispositivo para verificar y leer la normativa en obra, donde no hay red. Responde el mismo programa con los mismos datos que el servidor.',
  notShared: 'No lo haga en un equipo compartido: la copia se queda en él hasta que cierre la sesión.',
  insecure:
    'El navegador solo guarda páginas para usar sin conexión si llegan por https o desde el propio equipo. Quien administra el servidor puede servirlas por https a la red de la oficina («serve --lan»).',
  unsupported: 'Este navegador no puede guardar páginas para usarlas sin conexión.',
  tab: 'Ha entrado solo en esta pestaña, como en un equipo compartido: aquí no se guarda nada.',
  size: (base: string, pages: string, unpacked: string) =>
    `Se descargan ${base} de la base y unos ${pages} de las páginas. Al consultarla ocupa ${unpacked} de memoria.`,
  save: 'Guardar para usar sin conexión',
  update: 'Guardar la base actual',
  saving: 'Descargando y comprobando…',
  remove: 'Quitar la copia de este dispositivo',
  kept: 'Copia de este dispositivo',
  none: 'Este dispositivo no guarda ninguna copia.',
  base: 'Base',
  savedAt: 'Guardada',
  sizeKept: 'Tamaño',
  current: 'Es la base del servidor.',
  older: (version: string) => `El servidor usa otra base (${version}): guarde la actual.`,
  unknown: 'No se sabe si el servidor tiene una más nueva: no se llega a él.',
  works: 'Sin conexión funcionan',
  worksList: ['Verificar y Exigencias, con sus tablas y citas', 'Normativa: artículos, ediciones y sus diferencias', 'Municipios: sus datos y zonas'],
  fails: 'Necesitan el servidor',
  failsList: ['Inicio, Buscar y Preguntar', 'Proyectos, fichas y certificados', 'Modelo y el mapa'],
  damaged: 'Lo descargado no coincide con lo que envió el servidor: no se ha guardado. Inténtelo de nuevo.',
  answering: (version: string, saved: string) =>
    `Sin conexión con el servidor. Responde la copia de este dispositivo: base ${version}, guardada el ${saved}. El servidor puede tener otra más nueva.`,
}
