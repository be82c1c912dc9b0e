import type { Text } from '../errors/language.ts'
import type { Terminal } from './terminal.ts'

/** Is told how much of something is done. */
export type Progress = (done: number, total: number) => void

const everyMs = 1000
/** Share that must be done before the time left is told: the first page takes as long as starting. */
const leastShare = 0.1

/** How a share of something is told, before its percentage. */
type Told = (done: number, total: number) => Text

/** Returns a function that tells how far the pages of a document are, from the first if `isAsked`, else once that takes longer than a second; with the time that is left. */
export function progressLine(terminal: Terminal, name: string, isAsked = false): Progress {
  const stages = progressLines(terminal, isAsked)
  const told: Told = (done, total) => ({ es: `${name}: página ${done} de ${total}`, en: `${name}: page ${done} of ${total}` })
  return (done, total) => stages(told, done, total)
}

/**
 * The progress of one thing under its name; undefined if nobody looks on. `isAsked`: told from the first moment, also where the terminal is none; else only
 * what takes longer than a second.
 */
export function progressOf(terminal: Terminal, name: Text, isAsked = false): Progress | undefined {
  if (!isAsked && terminal.isWatched !== true) return undefined
  const stages = progressLines(terminal, isAsked)
  const told: Told = () => name
  return (done, total) => stages(told, done, total)
}

/**
 * Returns a function that tells how far each stage of something is, at most once a second. The time left is that of the stage, since nobody knows how long
 * the next one takes.
 */
export function progressLines(terminal: Terminal, isAsked: boolean): (told: Told | Text, done: number, total: number) => void {
  const begun = performance.now()
  let shown = isAsked ? Number.NEGATIVE_INFINITY : begun
  let stage: { readonly told: Told | Text; readonly since: number } | undefined
  return (told, done, total) => {
    const now = performance.now()
    const isNew = stage?.told !== told
    if (stage === undefined || isNew) stage = { told, since: stage === undefined ? begun : now }
    // A stage that was asked for is named when it begins.
    if (!(isAsked && isNew) && now - shown < everyMs) return
    shown = now
    const name = typeof told === 'function' ? told(done, total) : told
    terminal.err(`${name[terminal.language]}${shareText(done, total, { ms: now - stage.since, terminal })}`)
  }
}

/** ` (40 %), quedan 3 s`; empty where the whole is not known. */
function shareText(done: number, total: number, { ms, terminal }: { readonly ms: number; readonly terminal: Terminal }): string {
  if (total === 0) return ''
  const isEarly = ms < everyMs || done < leastShare * total
  const left = isEarly || done >= total ? '' : `, ${leftText((ms / done) * (total - done), terminal)}`
  return ` (${Math.floor((100 * done) / total)} %)${left}`
}

function leftText(ms: number, { language }: Terminal): string {
  const seconds = Math.ceil(ms / 1000)
  const time = seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return { es: `quedan ${time}`, en: `${time} left` }[language]
}

/** Waits for something whose whole nobody knows, and tells each second, to who looks on, for how long it has been going. */
export async function toldWhileWaiting<Value>(terminal: Terminal, name: Text, work: Promise<Value>): Promise<Value> {
  if (terminal.isWatched !== true) return await work
  const begun = performance.now()
  const told = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    terminal.err([name[terminal.language], `${seconds} s`].join(': '))
  }, everyMs)
  try {
    return await work
  } finally {
    clearInterval(told)
  }
}
