import { enableCompileCache } from 'node:module'

// The second thread of a build. A thread has to say for itself that its compiled files are kept on disk.
enableCompileCache()
await import('./thread-work.ts')
