import { openLogFile } from '../log-file.ts'
import type { ToService } from './messages.ts'
import { serveMessages } from './serve-messages.ts'

/** The channel that Electron gives to a utility process. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

// The one border: Electron adds this property, and the parent is the same program.
const { parentPort } = process as unknown as { readonly parentPort?: ParentPort | undefined }
if (parentPort === undefined || parentPort === null) throw new TypeError('The service of the desktop must be started as a utility process')
const receive = serveMessages((message) => parentPort.postMessage(message))
parentPort.on('message', ({ data }) => {
  const message = data as ToService
  if (message.kind === 'open') noteCrashes(message.logFile)
  receive(message)
})

/** Writes into the log what ends this process: a message to the parent might not arrive any more. */
function noteCrashes(file: string): void {
  const log = openLogFile(file, () => new Date())
  process.on('uncaughtExceptionMonitor', (error) => log.add('service: uncaught', error))
}
