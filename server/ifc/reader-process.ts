import { closeSync, openSync, readSync } from 'node:fs'
import { setPriority } from 'node:os'
import { IfcAPI, LogLevel } from 'web-ifc'
import { readerPort } from '../reader/port.ts'
import { type FailureReason, failureReason } from './failure-reason.ts'
import type { IfcModel } from './model.ts'
import { type ReadRequest, readModel, type Stage } from './reader/read.ts'

/** What the parent asks for. */
export interface ReaderRequest extends ReadRequest {
  readonly file: string
  /** Most bytes of memory that the library may take. */
  readonly mostMemory: number
}

/** What the child answers: any number of steps, then a model or the reason why there is none. */
export type ReaderAnswer =
  | { readonly kind: 'step'; readonly stage: Stage; readonly done: number; readonly total: number }
  | { readonly kind: 'model'; readonly model: IfcModel }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly detail: string }

const stepEveryMs = 300

const port = readerPort()
port.onRequest((request) => {
  // The one border: the parent is the same program.
  void answer(request as ReaderRequest)
})
// Reading a model must not slow the service down.
setPriority(10)

async function answer(request: ReaderRequest): Promise<void> {
  const memory = limitMemory(request.mostMemory)
  try {
    const model = await read(request)
    port.finish({ kind: 'model', model } satisfies ReaderAnswer)
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 300) : String(error).slice(0, 300)
    port.finish({ kind: 'failed', reason: memory.isReached() ? 'memory' : failureReason(error), detail } satisfies ReaderAnswer)
  }
}

async function read(request: ReaderRequest): Promise<IfcModel> {
  const api = new IfcAPI()
  await api.Init(undefined, true)
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  let last = 0
  let lastStage: Stage | undefined
  const told = (stage: Stage, done: number, total: number): void => {
    if (stage === lastStage && performance.now() - last < stepEveryMs) return
    last = performance.now()
    lastStage = stage
    port.tell({ kind: 'step', stage, done, total } satisfies ReaderAnswer)
  }
  told('open', 0, 1)
  const descriptor = openSync(request.file, 'r')
  try {
    const opened = api.OpenModelFromCallback(
      (offset, size) => {
        const bytes = new Uint8Array(size)
        return bytes.subarray(0, readSync(descriptor, bytes, 0, size, offset))
      },
      { COORDINATE_TO_ORIGIN: false, ALLOW_INCOMPATIBLE_SCHEMA_ALIASES: true },
    )
    if (opened < 0) throw new SyntaxError('The library cannot open the file')
    return readModel(api, opened, request, told)
  } finally {
    closeSync(descriptor)
  }
}

/** Stops the memory of WebAssembly from growing over a limit. The library then reports that it has none left. */
function limitMemory(most: number): { isReached(): boolean } {
  const grow = WebAssembly.Memory.prototype.grow
  let isReached = false
  const page = 64 * 1024
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * page <= most) return grow.call(this, pages)
    isReached = true
    throw new RangeError('The memory limit is reached')
  }
  return { isReached: () => isReached }
}
