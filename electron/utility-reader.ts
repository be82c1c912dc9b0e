import { type RawReader, readerFlags } from '../server/reader/child.ts'
import type { ElectronApi } from './electron-api.ts'

/** Starts a reader of files as a utility process of Electron: the packaged program cannot run as Node, so that nobody can run scripts with it. */
export function startUtilityReader({ startUtility }: Pick<ElectronApi, 'startUtility'>, script: string): RawReader {
  const child = startUtility(script, { serviceName: 'Plomada: lectura de un archivo', execArgv: [...readerFlags], stdio: 'ignore' })
  let isWanted = true
  const end = (): void => {
    isWanted = false
    // `kill` asks politely, which a library that computes for ever does not hear.
    if (child.pid !== undefined) killAtOnce(child.pid)
    else child.kill()
  }
  child.once('spawn', () => {
    if (!isWanted) end()
  })
  return {
    get pid() {
      return child.pid
    },
    send: (request) => child.postMessage(request),
    onBytes: (listener) => child.on('message', (message) => message instanceof Uint8Array && listener(message)),
    onEnd: (listener) => {
      child.once('exit', listener)
      child.once('error', listener)
    },
    end,
  }
}

/** Ends a process without asking it. */
export function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
