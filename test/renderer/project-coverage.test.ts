import { expect, test } from 'vitest'
import { coverageOf, type Project } from '../../renderer/proyectos/project.ts'

test('the checklist of a project knows to which norms a check is limited', () => {
  const codes = [{ slug: 'ripci' }]
  const check = { id: 'a', element: 'extintor', parameter: 'altura', value: 1, unit: 'm', codes }
  const project = { name: 'Bloque', geo_id: 'ES-09059', checks: [check] } as unknown as Project
  expect(coverageOf(project).checks).toEqual([{ id: 'a', element: 'extintor', parameter: 'altura', codes }])
})
