import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  root: '..',
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 180_000,
    // What is prepared for a file may wait as long for a busy machine.
    hookTimeout: 60_000,
    isolate: false,
    maxConcurrency: 2,
    // Tests wait while a browser, a server or the packager works.
    maxWorkers: 2,
  },
})
