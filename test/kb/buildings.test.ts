import { expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'
import { differences, readBuildings, requestOf } from './buildings.ts'

// Whole buildings whose verdicts and limits were derived from the official text, with its words, without sight of the rules.
const { post, kb } = startService()
const buildings = readBuildings()

test('there are fourteen buildings or more with 350 checks or more', () => {
  expect(buildings.length).toBeGreaterThanOrEqual(14)
  expect(buildings.flatMap(({ building }) => building.comprobaciones).length).toBeGreaterThanOrEqual(350)
})

test.each(buildings)('$file: every verdict and every limit is the one derived from the text', async ({ building }) => {
  const found: string[] = []
  for (const check of building.comprobaciones) {
    const body = await bodyOf(await post('/api/v1/verify', requestOf(building, check)))
    const told = differences(check, body, kb.book.units)
    if (check.difiere !== undefined) {
      if (told.length === 0) found.push(`${check.id}: agrees; "difiere" can go`)
    } else found.push(...told.map((line) => `${check.id}: ${line} (${body['detail'] ?? ''} ${body['limit_value'] ?? ''})`))
  }
  expect(found).toEqual([])
})
