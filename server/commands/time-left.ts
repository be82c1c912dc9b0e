import type { Terminal } from './terminal.ts'

const [firstAfterMs, everyMs] = [1000, 1000]
/** Share that must be done before the time left is told: the first page takes as long as starting. */
const leastShare = 0.1

/** Returns a function that tells how far something is, once it takes longer than a second, with the time that is left. */
export function progressLine(terminal: Terminal, name: string): (done: number, total: number) => void {
  const started = performance.now()
  let shown = started + firstAfterMs - everyMs
  return (done, total) => {
    const now = performance.now()
    if (now - shown < everyMs || total === 0) return
    shown = now
    const percent = Math.floor((100 * done) / total)
    const left = done < leastShare * total ? '' : `, ${leftText(((now - started) / done) * (total - done), terminal)}`
    terminal.err(
      { es: `${name}: página ${done} de ${total} (${percent} %)${left}`, en: `${name}: page ${done} of ${total} (${percent} %)${left}` }[
        terminal.language
      ],
    )
  }
}

function leftText(ms: number, { language }: Terminal): string {
  const seconds = Math.ceil(ms / 1000)
  const time = seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return { es: `quedan ${time}`, en: `${time} left` }[language]
}
