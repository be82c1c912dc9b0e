import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a day that people read is dd-mm-aaaa in every text of the base', () => {
  const short = globSync('kb/{normativa,vocabulary,geo}/**/*.{yaml,md}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<![\d-])\d-\d{2}-\d{4}(?![\d-])/g)].map(([day]) => `${file}: ${day}`),
  )
  expect(short).toEqual([])
})
