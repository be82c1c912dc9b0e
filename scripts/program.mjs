import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { isProgramCurrent, programFile } from './built-program.mjs'
import { root } from './find-node.mjs'
import { layerGroups } from './program-layers.mjs'

/**
 * `program build [--out folder] [--desktop] [--if-stale]` puts the sources of the program together as JavaScript with source maps, for users: it
 * starts several times faster than the sources. `--desktop` begins at Electron's main process. The files lie side by side in a folder that is as
 * deep below the project as `server/config/`, so that the program finds the knowledge base and the pages as its sources do.
 */
const [, ...rest] = process.argv.slice(2)
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
const isDesktop = rest.includes('--desktop')
const out = option('--out') ?? (isDesktop ? join(root, 'dist', 'desktop') : join(programFile, '..'))

/** Libraries with files that they read themselves, those that only a server with many callers loads, and a native one. They stay in `node_modules`. */
const apart = ['better-sqlite3', 'electron', 'es-atlas', 'fontkit', 'pdfmake', 'pg', 'prom-client', 'swagger-ui-dist', 'web-ifc', '@ibm/plex-sans']

/**
 * Takes the modules of Node without the loader of modules, which would read every name that they export: of `node:http` that alone starts a whole
 * client of HTTP. The names are those of the imports, on the same lines. What begins a process stays, to tell an old Node that it is one.
 */
const builtins = {
  name: 'builtins',
  renderChunk: (code, { isEntry }) =>
    isEntry
      ? null
      : {
          code: code.replace(/^import (?:(\w+)(?:, )?)?(?:\{ ([^}]*) \}|\* as (\w+))? from "(node:[\w/]+)";$/gm, (_, whole, names, all, module) =>
            [whole, all, names && `{ ${names.replaceAll(' as ', ': ')} }`]
              .filter((taken) => taken !== undefined)
              // By its whole name: a library may call its own import `process`.
              .map((taken) => `const ${taken} = globalThis.process.getBuiltinModule("${module}");`)
              .join(' '),
          ),
          map: null,
        },
}

/** The library of the listener asks of each request whether it is of HTTP/2, which the program does not speak: Node's module would be loaded at every start for that alone. */
const withoutHttp2 = {
  name: 'without-http2',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http2' ? '\0no-http2' : null),
  // The one constant is an error code of RFC 9113, 7.
  load: (id) => (id === '\0no-http2' ? 'export class Http2ServerRequest {}; export const constants = { NGHTTP2_NO_ERROR: 0 }' : null),
}

const config = {
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  // Electron brings a Node of its own, where nothing was measured.
  plugins: isDesktop ? [] : [builtins, withoutHttp2],
  ssr: { noExternal: true, external: apart },
  build: {
    ssr: true,
    target: 'node24',
    outDir: out,
    emptyOutDir: true,
    // The notices of every library inside; those apart have their own beside them.
    license: { fileName: 'licencias.txt' },
    // The packages of the desktop carry none.
    sourcemap: !isDesktop,
    rolldownOptions: {
      input: {
        main: join(root, isDesktop ? 'electron/main.ts' : 'server/main.ts'),
        // Started by file name: in a thread and in a process of their own.
        'pdf-worker': join(root, 'server/ficha/pdf-worker.ts'),
        'syslog-worker': join(root, 'server/access/syslog-worker.ts'),
        'reader-process': join(root, 'server/ifc/reader-process.ts'),
        'document-reader': join(root, 'server/library/document-reader.ts'),
        ...(isDesktop ? { 'service-process': join(root, 'electron/service/service-process.ts') } : {}),
      },
      output: {
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: { legal: true, annotation: false, jsdoc: false },
        ...(isDesktop ? {} : { codeSplitting: { groups: layerGroups() } }),
      },
    },
  },
}

if (!rest.includes('--if-stale') || !isProgramCurrent()) {
  const started = new Date()
  await build(config)
  // A source that changed while this ran is newer than the program, which is then stale.
  for (const name of readdirSync(out)) utimesSync(join(out, name), started, started)
  console.log(`program → ${out}`)
}
