/** The request that every benchmark of verify sends. */
export const roof = {
  element: 'cubierta-plana',
  parameter: 'transmitancia-termica',
  value: 0.5,
  unit: 'W/m²K',
  geo_id: 'ES-28079',
  codes: [{ slug: 'cte-db-he' }],
}
