import { expect, test } from 'vitest'
import { quantity } from '../../renderer/text.ts'
import { cellText, headingText } from '../../server/engine/table-words.ts'

test.each([
  ['descripcion', 'descripción'],
  ['superficie_m2', 'superficie (m²)'],
  ['radiacion_kwh_m2', 'radiación (kWh/m²)'],
  ['densidad_W_m2', 'densidad (W/m²)'],
  ['carga_fuego_mj', 'carga fuego (MJ)'],
  ['qv_bruto_MJ_m3', 'qv bruto (MJ/m³)'],
  ['retraccion_expansion_mm_m', 'retracción expansión (mm/m)'],
  ['agua_co2_agresivo_mg_l', 'agua co2 agresivo (mg/l)'],
  ['d_m', 'd (m)'],
  ['m2', 'm2'],
  ['uso_principal_almacen', 'uso principal almacén'],
  ['de_47_a_862_mhz', 'de 47 a 862 (MHz)'],
  ['frecuencia_meses', 'frecuencia (meses)'],
  ['gamma_m', 'gamma m'],
  ['m (kg/m²) / RA (dBA)', 'm (kg/m²) / RA (dBA)'],
  ['m', 'm'],
  ['>6 & <=13', '> 6 y ≤ 13'],
  ['<=0.5', '≤ 0,5'],
  ['true', 'sí'],
  ['ninguno|dispersion_certificada', 'ninguno o dispersión certificada'],
])('the column %s is headed %s', (column, heading) => expect(headingText(column)).toBe(heading))

test.each([
  ['10000', '10\u202f000'],
  ['2500', '2500'],
  ['-0.35', '−0,35'],
  ['*', 'cualquiera'],
  ['false', 'no'],
  ['cem_i', 'cem i'],
  ['administrativo|sanitario', 'administrativo o sanitario'],
  ['EI 60-C5', 'EI 60-C5'],
  ['U_lim_ según la zona', 'U_lim_ según la zona'],
  ['E30, EI_2_ 60', 'E30, EI_2_ 60'],
  ['—', '—'],
])('the cell %s is shown as %s', (cell, text) => expect(cellText(cell, (figure) => quantity(figure, '', 'es'))).toBe(text))
