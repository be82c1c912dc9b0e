import type { IfcModel } from './model.ts'

/** What could not be read of a model, for people. */
export const faultText: Readonly<Record<IfcModel['faults'][number], string>> = {
  'no-length-unit': 'El modelo no declara la unidad de longitud: ninguna medida se comprueba',
  'no-geometry': 'La geometría del modelo no se ha podido leer: no hay medidas de ella ni planos',
  'part-of-geometry': 'La geometría de algunos elementos no se ha podido leer: no hay medidas de ella',
  'many-properties': 'Algún elemento tiene demasiadas propiedades: se han leído las primeras 400',
  'many-elements': 'El modelo tiene demasiados elementos: se han leído los primeros 60.000',
  cycle: 'El modelo tiene referencias en círculo: algún elemento queda sin planta',
}
