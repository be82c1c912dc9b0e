import { forkReader, type StartReader } from '../reader/child.ts'
import { watchSilence } from '../reader/silence.ts'
import { checkModelFile } from './file-check.ts'
import { type IfcModel, ifcModel } from './model.ts'
import { ModelError } from './model-error.ts'
import type { Stage } from './reader/read.ts'
import type { ReaderAnswer, ReaderRequest } from './reader-process.ts'
import { readerScript } from './reader-script.ts'

const mib = 1024 * 1024

/** How much a model may cost. */
export interface Limits {
  readonly mostBytes: number
  readonly mostMemory: number
  readonly mostMs: number
  /** Longest work without a step, beside a quarter of a second for each MB: a damaged file can hold the library for ever. */
  readonly mostSilentMs: number
}

/** 256 MB of file, 3 GB for the library beside 1 GB for the program, ten minutes, and twenty seconds of work without a step. */
export const usualLimits: Limits = { mostBytes: 256 * mib, mostMemory: 3072 * mib, mostMs: 600_000, mostSilentMs: 20_000 }

export interface ReadOptions {
  /** Names of the properties that are kept. */
  readonly wanted: readonly string[]
  readonly limits?: Limits
  readonly progress?: (stage: Stage, done: number, total: number) => void
  /** Starts the process of the reader; another process of Node by default. */
  readonly start?: StartReader | undefined
}

/** One model is read at a time; a few wait. */
const mostWaiting = 8
let isReading = false
const waiting: (() => void)[] = []

/** Reads a model in a process of its own, on one core, within limits. Its memory returns when that process ends. Rejects with a `ModelError`. */
export async function readModelFile(file: string, options: ReadOptions): Promise<IfcModel> {
  const limits = options.limits ?? usualLimits
  const megabytes = checkModelFile(file, limits.mostBytes) / mib
  const patient = { ...limits, mostSilentMs: limits.mostSilentMs + 250 * megabytes }
  if (waiting.length >= mostWaiting)
    throw new ModelError('busy', {
      es: 'Hay demasiados modelos en espera: repítalo en unos minutos',
      en: 'Too many models are waiting: try again in some minutes',
    })
  if (isReading) await new Promise<void>((resolve) => waiting.push(resolve))
  isReading = true
  try {
    const read = { file, wanted: options.wanted.map((name) => name.toLowerCase()), mostMemory: limits.mostMemory }
    const whole = await inChild({ ...read, withGeometry: true }, options, patient)
    // Geometry may break the library, which ends its process. What is written in the model can still be read.
    const answer = whole === crashed ? await inChild({ ...read, withGeometry: false }, options, patient) : whole
    if (answer === crashed) throw ended
    return ifcModel.parse(answer)
  } finally {
    // The turn is handed over, so that nobody comes in between.
    const next = waiting.shift()
    if (next === undefined) isReading = false
    else next()
  }
}

/** The reader ended twice without an answer: nobody knows whether for want of memory or because of the model. */
const ended = new ModelError('ended', {
  es: 'El modelo no se ha leído: el programa que lo lee se ha parado. Puede faltar memoria en este equipo, o impedirlo la geometría del modelo. Repítalo con otros programas cerrados; si vuelve a pasar, expórtelo otra vez',
  en: 'The model was not read: the program that reads it has stopped. This machine may lack memory, or the geometry of the model may prevent it. Try again with other programs closed; if it happens again, export it again',
})

/** The answer of a reader whose process ended without one. */
const crashed = 'crashed'

/** Runs the reader. Resolves to the model, or to `crashed` if the process ended without an answer or stood still over geometry. */
function inChild(request: ReaderRequest, { progress, start = forkReader }: ReadOptions, limits: Limits): Promise<unknown> {
  const child = start(readerScript)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(tooSlow(limits))
      child.end()
    }, limits.mostMs)
    let stage: Stage = 'open'
    const stand = (): void => {
      if (stage === 'geometry') resolve(crashed)
      else reject(standsStill(limits))
      child.end()
    }
    const silence = watchSilence(() => child.pid, limits.mostSilentMs, stand)
    child.onAnswer((message) => {
      // The one border: the child is the same program.
      const answer = message as ReaderAnswer
      if (answer.kind === 'step') {
        silence.step()
        stage = answer.stage
        progress?.(answer.stage, answer.done, answer.total)
        return
      }
      silence.stop()
      if (answer.kind === 'model') resolve(answer.model)
      else reject(readError(answer, limits))
      child.end()
    })
    child.onEnd(() => {
      clearTimeout(timer)
      silence.stop()
      resolve(crashed)
    })
    child.send(request)
  })
}

function tooSlow({ mostMs }: Limits): ModelError {
  const seconds = Math.round(mostMs / 1000)
  return new ModelError('time', {
    es: `El modelo no se ha leído en ${seconds} s: exporte solo arquitectura, o una planta en cada fichero`,
    en: `The model was not read within ${seconds} s: export the architecture alone, or one storey in each file`,
  })
}

/** Long work without a step is no proof of damage: it may be a model too large for the machine. */
function standsStill({ mostSilentMs }: Limits): ModelError {
  const seconds = Math.round(mostSilentMs / 1000)
  return new ModelError('time', {
    es: `El modelo no se ha leído: la lectura pasó ${seconds} s sin avanzar. Puede estar mal escrito, o ser demasiado para este equipo. Repítalo; si vuelve a pasar, exporte solo arquitectura, o una planta en cada fichero`,
    en: `The model was not read: for ${seconds} s the reading did not go on. It may be badly written, or too much for this machine. Try again; if it happens again, export the architecture alone, or one storey in each file`,
  })
}

function readError({ reason, detail }: Extract<ReaderAnswer, { kind: 'failed' }>, { mostMemory }: Limits): ModelError {
  if (reason === 'machine')
    return new ModelError('memory', {
      es: `Este equipo no ha podido leer el modelo (${detail}). Repítalo con otros programas cerrados; si vuelve a pasar, exporte solo arquitectura, o una planta en cada fichero`,
      en: `This machine could not read the model (${detail}). Try again with other programs closed; if it happens again, export the architecture alone, or one storey in each file`,
    })
  if (reason === 'memory')
    return new ModelError('memory', {
      es: `El modelo necesita más de ${Math.round(mostMemory / mib)} MB de memoria: exporte solo arquitectura, o una planta en cada fichero`,
      en: `The model needs more than ${Math.round(mostMemory / mib)} MB of memory: export the architecture alone, or one storey in each file`,
    })
  return new ModelError('unreadable', {
    es: `El modelo no se puede leer: está dañado (${detail}). Vuelva a exportarlo`,
    en: `The model cannot be read: it is damaged (${detail}). Export it again`,
  })
}
