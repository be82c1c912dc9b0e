/** The Spanish texts of the map. */
export const mapaEs = {
  open: 'Ver el mapa de España',
  maps: { clima: 'Zona climática', radon: 'Radón', sismo: 'Sismo', viento: 'Viento', nieve: 'Nieve' },
  map: 'Mapa',
  of: (zone: string, area: string) => `Mapa de ${area}: ${zone}`,
  source: (source: string) => `Fuente: ${source}`,
  keys: 'Con el teclado: las flechas pasan de un municipio al vecino, Intro abre su ficha, + y − acercan y alejan y 0 lo muestra todo. Con el ratón: arrastre, y rueda con Ctrl.',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  wholeArea: 'Ver toda la zona',
  winter: 'Invierno',
  summer: 'Verano',
  nothing: 'Señale un municipio para ver su zona.',
  noMunicipality: (name: string) => `${name}: no es un municipio y no tiene zona.`,
  legend: 'Leyenda: municipios de cada zona; pulse una para destacarla',
  zone: (name: string) => `Zona ${name}`,
  acceleration: (figure: string) => `ab = ${figure} g`,
  range: (from: string, to: string) => `ab de ${from} a ${to} g`,
  unlisted: 'No incluido en la lista',
  unlistedMeans: (meaning: string) => `No figura en la lista: ${meaning}`,
  estimated: 'Estimada: no decide',
  community: 'Comunidad',
  province: 'Provincia',
  spain: 'España',
  all: 'Todas',
  name: 'Nombre o código',
  table: 'Tabla de municipios',
  columns: { municipio: 'Municipio', provincia: 'Provincia', zona: 'Zona' },
  total: (count: number) => (count === 0 ? 'Ningún municipio cumple los filtros.' : count === 1 ? '1 municipio' : `${count} municipios`),
  pages: 'Páginas de la tabla',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  previous: 'Anterior',
  next: 'Siguiente',
  withoutShape: (count: number, names: string) =>
    count === 0
      ? 'Todos los municipios tienen recinto en el mapa.'
      : count === 1
        ? `Sin recinto en el mapa, pero en la tabla: ${names}.`
        : `Sin recinto en el mapa, pero en la tabla, ${count} municipios: ${names}.`,
  otherOutlines: (count: number) => `${count} recintos no son municipios (terrenos de varios municipios, y Gibraltar) y no tienen zona.`,
  outlines: 'Recintos: © Instituto Geográfico Nacional, CC BY 4.0, simplificados; no sirven para medir.',
}
