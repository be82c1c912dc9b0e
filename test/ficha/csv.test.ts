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
    // By document, each with its number in the project.
    const numbers = rows.slice(1).map((row) => Number(row.split(';')[0]))
    expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const roof = building.checks.findIndex(({ element }) => element === 'cubierta-plana') + 1
    expect(rows.find((row) => row.includes(';Cubierta plana;'))).toMatch(new RegExp(`^${roof};`))
    expect(rows.find((row) => row.includes(';Cubierta plana;'))).toMatch(
      /^\d+;Cubierta plana;;;;;Transmitancia térmica;0,52;W\/m²K;CUMPLE;0,52;≤;0,55;W\/m²K;0,03;DB-HE;2022;/,
    )
    expect(rows.find((row) => row.includes(';Contrahuella;'))).toMatch(/^\d+;Escalera;;;;;Contrahuella;18;cm;SIN DECIDIR;;;;/)
  })

  test('contains no formulas from user text', async () => {
    const text = await (await ficha(oneRoof({ notes: '=HYPERLINK("x")' }), { format: 'csv' })).text()
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  })
})
