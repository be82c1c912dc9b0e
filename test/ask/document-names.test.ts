import { expect, test } from 'vitest'
import { openAskIndex } from '../../server/ask/ask-index.ts'
import { realBase } from '../service.ts'

const { ranker, slots } = openAskIndex(realBase())
const named = (question: string): string[] => [...ranker.documentsIn(question, slots.read(question))].sort()

test.each([
  ['¿Qué ancho pide el CTE?', []],
  ['según el CTE, si pongo rociadores', []],
  ['según el código técnico', []],
  ['¿qué dice el DB?', []],
  ['el CTE SI lo pide', ['cte-db-si']],
  ['lo dice el DB-SI', ['cte-db-si']],
  ['lo dice el db si', ['cte-db-si']],
  ['CTE HE 1', ['cte-db-he']],
  ['en el DB-SE', ['cte-db-se']],
  ['acero según el DB-SE-A', ['cte-db-se-a']],
  ['SE-AE, sobrecarga de uso', ['cte-db-se-ae']],
  ['se a veces piden', []],
  ['DB HS y DB-HR', ['cte-db-hr', 'cte-db-hs']],
  ['el Código Estructural', ['codigo-estructural']],
  ['RITE', ['rite']],
  ['la Ley 38/1999', ['loe']],
  ['la ley de Cantabria', ['ley-3-1996-cantabria']],
  ['la ley de accesibilidad de Castilla y León', ['ley-3-1998-cyl']],
  ['la ley gallega de vivienda', ['ley-8-2012-galicia']],
  ['el decreto de habitabilidad del País Vasco', ['decreto-80-2022']],
])('%s', (question, documents) => {
  expect(named(question)).toEqual(documents)
})
