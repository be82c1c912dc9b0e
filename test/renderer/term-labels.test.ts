import { expect, test } from 'vitest'
import { labelsOf } from '../../renderer/proyectos/term-labels.ts'

const options = [
  { id: 'medianeria', label: 'Medianería', also: ['muro medianero'], search: '' },
  { id: 'muro-exterior', label: 'Muro en contacto con el aire exterior', search: '' },
]

test('a check is named by the label of its term, whichever of its names it was written with, and never by an identifier', () => {
  const label = labelsOf(options)
  expect(['muro-exterior', 'Medianería', 'muro medianero', 'muro-medianero'].map(label)).toEqual([
    'Muro en contacto con el aire exterior',
    'Medianería',
    'Medianería',
    'Medianería',
  ])
  // What nothing is called so far is shown in words.
  expect(['pieza-de-remate', 'Pieza especial A-12', ''].map(label)).toEqual(['Pieza de remate', 'Pieza especial A-12', ''])
})
