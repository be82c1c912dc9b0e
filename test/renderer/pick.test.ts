import { describe, expect, test } from 'vitest'
import { matching, type Option, optionNamed } from '../../renderer/shared/pick.tsx'
import { fold } from '../../renderer/text.ts'

const option = (id: string, label: string, more = ''): Option => ({ id, label, search: fold(`${label} ${id} ${more}`) })
const options = [option('ES-05019', 'Ávila (05019)'), option('ES-28079', 'Madrid (28079)'), option('ES-28080', 'Majadahonda (28080)', 'Madrid')]

describe('a choice from a list', () => {
  test('is named by label or identifier, accents and case ignored', () => {
    expect(optionNamed(options, 'avila (05019)')?.id).toBe('ES-05019')
    expect(optionNamed(options, 'es-28079')?.label).toBe('Madrid (28079)')
    expect(optionNamed(options, 'Avil')).toBeUndefined()
    expect(optionNamed(options, ' ')).toBeUndefined()
  })

  test('shows what begins with the text before what only holds it', () => {
    expect(matching(options, 'madrid').map(({ id }) => id)).toEqual(['ES-28079', 'ES-28080'])
    expect(matching(options, '05019').map(({ id }) => id)).toEqual(['ES-05019'])
    expect(matching(options, 'zzz')).toEqual([])
  })
})
