import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..', '..')

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  root,
  test: {
    root,
    include: (process.env['PLOMADA_MUTATION_TESTS'] ?? 'test/engine/**/*.test.ts').split(';'),
    // Tests of the engine compile small bases of their own; those that need the whole base are given one by `global-setup.ts`.
    ...(process.env['PLOMADA_MUTATION_BASE'] === 'yes' ? { globalSetup: ['test/global-setup.ts'] } : {}),
    testTimeout: 60_000,
    isolate: false,
    maxWorkers: 1,
  },
})
