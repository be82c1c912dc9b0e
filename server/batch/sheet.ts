import { writeTypedNumber } from '../engine/typed-number.ts'
import type { Text } from '../errors/language.ts'

/** A cell of a spreadsheet. */
export interface SheetCell {
  /** Its text. A number is written so that the reader of typed numbers reads it back as the same number. */
  readonly text: string
  /** What is wrong with the cell whatever its column: it has no value. */
  readonly fault?: Text
  /** What is wrong with the cell in a column of numbers: it is a date, or a percentage. */
  readonly notANumber?: Text
}

export interface SheetRow {
  /** As spreadsheets count, from 1. */
  readonly row: number
  readonly isHidden: boolean
  /** The cells that are not empty, by column from 0. */
  readonly cells: Map<number, SheetCell>
}

/** Cells merged into one, first and last row and column included. Only the first cell has the value. */
export interface Merge {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** One sheet of a spreadsheet, rows in order. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly SheetRow[]
  readonly merges: readonly Merge[]
}

/** The sheet that is read if a spreadsheet has one of this name; else its first one. */
export const checksSheet = 'Comprobaciones'

/** Cells further right are not read: no table of checks is so wide. */
export const mostColumns = 256
/** Most cells that are not empty. */
export const mostCells = 300_000

/** The name of a cell as spreadsheets show it: column 2 of row 7 is `C7`. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row}`
}

/** A number with the 15 digits that spreadsheets keep: Excel writes 1,1 into the file as `1.1000000000000001`. */
export function numberCell(stored: string): SheetCell {
  const number = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(number)) return { text: stored }
  return { text: writeTypedNumber(Number(number.toPrecision(15))) }
}

/** A percentage: 5 % is kept as 0,05, and only the author knows which of them the unit of the row means. */
export function percentCell(stored: string): SheetCell {
  const shown = numberCell(String(Number(stored) * 100)).text
  return {
    text: numberCell(stored).text,
    notANumber: {
      es: `la celda tiene formato de porcentaje (${shown} %): dele formato de número, y escriba ${shown} con la unidad «%»`,
      en: `the cell has the format of a percentage (${shown} %): give it the format of a number, and write ${shown} with unit "%"`,
    },
  }
}

/** A date, as `2026-11-23`. In a column of numbers it is an error: spreadsheets take `1.5` or `3/4` for a day. */
export function dateCell(day: string): SheetCell {
  return {
    text: day,
    notANumber: {
      es: `la celda es una fecha (${day}), no un número: dele formato de número y escríbalo otra vez`,
      en: `the cell is a date (${day}), not a number: give it the format of a number and write it again`,
    },
  }
}

/** A formula that was never computed. */
export const formulaWithoutValue: SheetCell = {
  text: '',
  fault: {
    es: 'la fórmula no tiene valor guardado: abra el fichero en su hoja de cálculo y guárdelo, o escriba el valor',
    en: 'the formula has no stored value: open the file in your spreadsheet program and save it, or write the value',
  },
}

/** A cell whose formula failed, such as `#DIV/0!`. */
export function failedCell(error: string): SheetCell {
  return { text: '', fault: { es: `la fórmula da ${error}`, en: `the formula gives ${error}` } }
}
