import { describe, expect, test } from 'vitest'
import { building, ficha, oneRoof } from './building.ts'

describe('the ficha in CSV', () => {
  test('opens in a Spanish spreadsheet: BOM, semicolons, decimal commas, one row per check', async () => {
    const response = await ficha(building, { format: 'csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8')
    expect(text.startsWith('\uFEFFn.º;elemento;elemento del proyecto;cantidad;parte;planta;parámetro;valor;unidad;resultado')).toBe(true)
    const rows = text.trimEnd().split('\r\n')
    expect(rows).toHaveLength(11)
    expect(rows[1]).toMatch(/^1;Cubierta plana;;;;;Transmitancia térmica;0,52;W\/m²K;CUMPLE;0,52;≤;0,55;W\/m²K;0,03;DB-HE;2022;/)
    expect(rows[5]).toMatch(/^5;Escalera;;;;;Contrahuella;18;cm;SIN DECIDIR;;;;/)
  })

  test('contains no formulas from user text', async () => {
    const text = await (await ficha(oneRoof({ notes: '=HYPERLINK("x")' }), { format: 'csv' })).text()
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  })
})
