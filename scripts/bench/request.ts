/** The request that the benchmarks of verify send, alone or with other values and places. */
export const roof = {
  element: 'cubierta-plana',
  parameter: 'transmitancia-termica',
  value: 0.5,
  unit: 'W/m²K',
  geo_id: 'ES-28079',
  codes: [{ slug: 'cte-db-he' }],
}

const places = ['ES-28079', 'ES-09059', 'ES-08019', 'ES-38038', 'ES-15030', 'ES-41091', 'ES-48020', 'ES-46250']

/** The same request with another value each time, at eight places in turns: as one office sends them. */
export function variedRoof(turn: number): typeof roof {
  return { ...roof, value: (1 + (turn % 997)) / 1000, geo_id: places[turn % places.length] ?? roof.geo_id }
}
