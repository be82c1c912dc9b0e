import type { mapaEs } from './text.es.ts'

/** The English texts of the map. */
export const mapaEn: typeof mapaEs = {
  open: 'See the map of Spain',
  maps: { clima: 'Climate zone', radon: 'Radon', sismo: 'Earthquake', viento: 'Wind', nieve: 'Snow' },
  map: 'Map',
  of: (zone, area) => `Map of ${area}: ${zone}`,
  source: (source) => `Source: ${source}`,
  keys: 'By keyboard: the arrows go from a municipality to its neighbour, Enter opens its sheet, + and − zoom and 0 shows everything. By mouse: drag, and wheel with Ctrl.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  wholeArea: 'See the whole area',
  winter: 'Winter',
  summer: 'Summer',
  nothing: 'Point at a municipality to see its zone.',
  noMunicipality: (name) => `${name}: not a municipality, so it has no zone.`,
  legend: 'Key: municipalities of each zone; press one to highlight it',
  zone: (name) => `Zone ${name}`,
  acceleration: (figure) => `ab = ${figure} g`,
  range: (from, to) => `ab from ${from} to ${to} g`,
  unlisted: 'Not in the list',
  unlistedMeans: (meaning) => `Not in the list: ${meaning}`,
  estimated: 'Estimated: does not decide',
  community: 'Community',
  province: 'Province',
  spain: 'Spain',
  all: 'All',
  name: 'Name or code',
  table: 'Table of municipalities',
  columns: { municipio: 'Municipality', provincia: 'Province', zona: 'Zone' },
  total: (count) => (count === 0 ? 'No municipality matches the filters.' : count === 1 ? '1 municipality' : `${count} municipalities`),
  pages: 'Pages of the table',
  page: (page, pages) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
  withoutShape: (count, names) =>
    count === 0
      ? 'Every municipality has an outline on the map.'
      : count === 1
        ? `Without an outline on the map, but in the table: ${names}.`
        : `Without an outline on the map, but in the table, ${count} municipalities: ${names}.`,
  otherOutlines: (count) => `${count} outlines are not municipalities (land shared by several, and Gibraltar) and have no zone.`,
  outlines: 'Outlines: © Instituto Geográfico Nacional, CC BY 4.0, simplified; not for measuring.',
}
