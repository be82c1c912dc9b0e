import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const service = startService()

interface Term {
  readonly id: string
  readonly label: string
}
interface Vocabulary {
  readonly elements: readonly (Term & { readonly parameters: readonly string[] })[]
  readonly parameters: readonly (Term & { readonly units: readonly string[] })[]
}

describe('GET /api/v1/elementos', () => {
  test('has narrower elements with the parameters of broader ones, and the units of each parameter', async () => {
    const { elements, parameters } = (await bodyOf(await service.get('/api/v1/elementos'))) as unknown as Vocabulary
    expect(elements.find(({ id }) => id === 'cubierta-plana')?.parameters).toContain('transmitancia-termica')
    expect(parameters.find(({ id }) => id === 'transmitancia-termica')?.units).toEqual(['W/m²K'])
  })

  test('has English labels, each of which names one term only', async () => {
    const { elements, parameters } = (await bodyOf(await service.get('/api/v1/elementos'))) as unknown as Record<
      string,
      { label: string; label_en?: string }[]
    >
    for (const terms of [elements ?? [], parameters ?? []]) {
      const english = terms.flatMap(({ label_en }) => label_en ?? [])
      expect(english.length).toBeGreaterThan(0)
      expect(new Set(english.map((one) => one.toLowerCase())).size).toBe(english.length)
      // No English label is the Spanish one of another term.
      for (const { label, label_en } of terms)
        expect(
          terms.some((other) => other.label === label_en && other.label !== label),
          label,
        ).toBe(false)
    }
  })

  test('names no parameter that it does not describe, and no element without one', async () => {
    const { elements, parameters } = (await bodyOf(await service.get('/api/v1/elementos'))) as unknown as Vocabulary
    const known = new Set(parameters.map(({ id }) => id))
    for (const element of elements) expect(element.parameters.length > 0 && element.parameters.every((one) => known.has(one)), element.id).toBe(true)
  })
})
