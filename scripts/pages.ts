import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, createServer, type InlineConfig } from 'vite'
import { encodings } from '../server/api/pages.ts'
import { defaultPagesFolder } from '../server/config/defaults.ts'

/** `pages build [--out folder] [--if-stale]` builds the pages. `pages dev [--api address]` serves them from their sources; the API is a running server. */
const [command = 'build', ...rest] = process.argv.slice(2)
const option = (name: string): string | undefined => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
const root = join(import.meta.dirname, '..', 'renderer')
const out = option('--out') ?? defaultPagesFolder
/** Small modules that several pages share go into one file. Otherwise each page would wait for five or six files of less than 2 kB. */
const smallParts = {
  name: 'parts',
  test: /renderer[\\/](?:shared[\\/](?:select-field|field|page-title|copy-button|save-file|table-head|recent|use-debounced)|verificar[\\/](?:check|conditions|limit-text))\.tsx?$/,
  includeDependenciesRecursively: false,
}
const common: InlineConfig = { root, configFile: false, oxc: { jsx: { runtime: 'automatic' } } }

if (command === 'dev') {
  const target = option('--api') ?? 'http://127.0.0.1:4780'
  const server = await createServer({
    ...common,
    server: { host: '127.0.0.1', port: 5173, fs: { allow: [join(root, '..')] }, proxy: { '/trpc': target, '/api/': target, '/docs': target } },
  })
  await server.listen()
  server.printUrls()
} else if (!rest.includes('--if-stale') || isStale()) {
  await build({
    ...common,
    logLevel: 'error',
    build: {
      outDir: out,
      emptyOutDir: true,
      // The notices of every library inside.
      license: { fileName: 'assets/licencias.txt' },
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 800,
      rolldownOptions: { output: { codeSplitting: { groups: [smallParts] } } },
    },
  })
  copyFileSync(join(root, '../node_modules/@ibm/plex-sans/LICENSE.txt'), join(out, 'assets', 'IBM-Plex-Sans-OFL.txt'))
  for (const side of [256, 512]) copyFileSync(join(root, `../electron/icons/linux/${side}x${side}.png`), join(out, 'assets', `plomada-${side}.png`))
  await buildWorker()
  compressFiles()
  console.log(`pages → ${out}`)
}

function isStale(): boolean {
  const built = join(out, 'index.html')
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name))
  return [...sources, join(root, '..', 'package-lock.json')].some((file) => statSync(file).mtimeMs > since)
}

/** Builds the program that answers without a network. It knows the files of the pages, so another build of them is another program. */
async function buildWorker(): Promise<void> {
  const files = readdirSync(join(out, 'assets')).filter((name) => /\.(?:js|css|svg|woff2)$|^plomada-\d+\.png$/.test(name))
  const hash = createHash('sha256')
  for (const name of ['../index.html', ...files]) hash.update(readFileSync(join(out, 'assets', name)))
  const offline = join(root, 'offline')
  await build({
    ...common,
    logLevel: 'error',
    define: { __FILES__: JSON.stringify(files.map((name) => `/assets/${name}`)), __HASH__: JSON.stringify(hash.digest('hex').slice(0, 12)) },
    resolve: { alias: { 'node:crypto': join(offline, 'node-crypto.ts') } },
    build: {
      outDir: out,
      emptyOutDir: false,
      license: { fileName: 'assets/licencias-sin-conexion.txt' },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: { input: join(offline, 'service-worker.ts'), output: { format: 'iife', entryFileNames: 'servicio.js' } },
    },
  })
}

/** Writes Brotli and gzip beside each file that they make smaller, so that no request compresses it again. */
function compressFiles(): void {
  for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html|json|svg|wasm|webmanifest)$/.test(name)) continue
    const body = readFileSync(join(out, name))
    if (body.length < 1400) continue
    writeFileSync(join(out, `${name}${encodings.br}`), brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }))
    writeFileSync(join(out, `${name}${encodings.gzip}`), gzipSync(body, { level: 9 }))
  }
}
