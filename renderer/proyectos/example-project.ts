import type { Project } from './project.ts'

/** A small building to try the page with. One of its values does not comply. */
export const example: Project = {
  name: 'Ejemplo: edificio de viviendas',
  reference: 'EJ-1',
  geo_id: 'ES-28079',
  context: { uso: 'residencial_privado', intervencion: 'obra_nueva' },
  checks: [
    {
      id: 'cubierta',
      element: 'cubierta-plana',
      parameter: 'transmitancia-termica',
      value: 0.3,
      unit: 'W/m²K',
      origin: 'Memoria, apartado de envolvente',
    },
    {
      id: 'muro',
      element: 'muro-exterior',
      parameter: 'transmitancia-termica',
      value: 0.5,
      unit: 'W/m²K',
      origin: 'Memoria, apartado de envolvente',
    },
    {
      id: 'peldano',
      element: 'escalera',
      parameter: 'huella',
      value: 28,
      unit: 'cm',
      context: { tipo_uso: 'general' },
      origin: 'Plano de escaleras',
    },
  ],
}
