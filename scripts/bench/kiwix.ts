import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { KnowledgeBase } from '../../server/kb/open.ts'

/** kiwix-serve over a ZIM of the same articles. */
export interface Kiwix {
  readonly child: ChildProcess
  /** The address of its full-text search; the query follows. */
  readonly searchUrl: string
  /** Milliseconds of CPU so far. Linux only, as is the package. */
  cpuMs(): number
}

/** True if the Debian packages `kiwix-tools` and `zim-tools` are installed. */
export function hasKiwix(): boolean {
  return ['kiwix-serve', 'zimwriterfs'].every((program) => spawnSync(program, ['--version']).error === undefined)
}

/** Makes a ZIM of every article, one page each, and serves it with two threads. `folder` is emptied by the caller. */
export async function startKiwix(kb: KnowledgeBase, folder: string): Promise<Kiwix> {
  const file = makeZim(kb, folder)
  const port = await freePort()
  const child = spawn('kiwix-serve', ['--threads', '2', '--address', '127.0.0.1', '--port', String(port), file], { stdio: 'ignore' })
  const root = `http://127.0.0.1:${port}`
  await untilAnswered(root)
  return {
    child,
    searchUrl: `${root}/search?content=plomada&pageLength=20&pattern=`,
    cpuMs() {
      // User and system time, in hundredths of a second, are the 14th and 15th fields of the line; the second, in brackets, may hold spaces.
      const after = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return (Number(after[11]) + Number(after[12])) * 10
    },
  }
}

function makeZim(kb: KnowledgeBase, folder: string): string {
  const pages = join(folder, 'pages')
  mkdirSync(pages, { recursive: true })
  const page = (title: string, body: string): string =>
    `<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body>${body}</body></html>`
  writeFileSync(join(pages, 'index.html'), page('Plomada', '<p>Normativa</p>'))
  writeFileSync(join(pages, 'mark.png'), Buffer.from(mark, 'base64'))
  let count = 0
  for (const document of kb.documents)
    for (const { slug } of kb.articles.contents(document.slug)) {
      const wording = kb.articles.wordings(document.slug, slug).at(-1)
      if (wording === undefined) continue
      const paragraphs = wording.plain.split('\n').map((line) => `<p>${escaped(line)}</p>`)
      writeFileSync(
        join(pages, `${++count}.html`),
        page(`${wording.number} ${wording.title}`, `<h1>${escaped(wording.title)}</h1>${paragraphs.join('\n')}`),
      )
    }
  const file = join(folder, 'plomada.zim')
  const said = [
    '-w',
    'index.html',
    '-I',
    'mark.png',
    '-l',
    'spa',
    '-t',
    'Plomada',
    '-d',
    'Normativa',
    '-c',
    'Plomada',
    '-p',
    'Plomada',
    '-n',
    'plomada',
  ]
  const { status, stderr } = spawnSync('zimwriterfs', [...said, pages, file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`zimwriterfs ended with ${status}: ${stderr}`)
  return file
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function untilAnswered(url: string): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('kiwix-serve did not answer')
}

/** A white picture of 48 by 48, which the format asks for. */
const mark = 'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAAAAAByaaZbAAAAIElEQVR42mP4TyJgGNUwqmFUw6iGUQ2jGkY1jGoYWRoAGw/3eeLGJ/gAAAAASUVORK5CYII='
