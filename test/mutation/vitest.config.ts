import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = join(import.meta.dirname, '..', '..')

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  root,
  test: {
    root,
    include: (process.env['PLOMADA_MUTATION_TESTS'] ?? 'test/engine/**/*.test.ts').split(';'),
    ...(process.env['PLOMADA_MUTATION_PACK'] === undefined ? {} : { globalSetup: ['test/mutation/base-setup.ts'] }),
    testTimeout: 180_000,
    isolate: false,
    maxWorkers: 1,
  },
})
