import type { TestProject } from 'vitest/node'

/** Gives the tests the base that was compiled before anything was broken. */
export function setup(project: TestProject): void {
  project.provide('packFile', process.env['PLOMADA_MUTATION_PACK'] ?? '')
}
