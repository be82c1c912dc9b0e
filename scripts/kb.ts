import { enableCompileCache } from 'node:module'

// Keeps the compiled files of the compiler on disk. What it is to do is told in `kb-command.ts`.
enableCompileCache()
await import('./kb-command.ts')
