import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface StaticFile {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
}

const page = `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plomada · API</title>
<link rel="stylesheet" href="swagger-ui.css">
<link rel="icon" href="favicon-32x32.png">
</head>
<body>
<div id="api"></div>
<script src="swagger-ui-bundle.js"></script>
<script src="start.js"></script>
</body>
</html>
`
const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: true, validatorUrl: null })
`
const types: Readonly<Record<string, string>> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', png: 'image/png' }
const fromLibrary = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])

/** Returns a function that finds a file of the page `/docs/` by name; undefined if there is none. Each file is read once, at its first request. The page loads nothing from other servers. */
export function openDocs(): (name: string) => StaticFile | undefined {
  const read = new Map<string, StaticFile>([
    ['', { type: 'text/html; charset=utf-8', body: new TextEncoder().encode(page) }],
    ['start.js', { type: types['js'] ?? '', body: new TextEncoder().encode(start) }],
  ])
  return (name) => {
    const known = read.get(name)
    if (known !== undefined || !fromLibrary.has(name)) return known
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    const file = { type, body: new Uint8Array(readFileSync(join(folder, name))) }
    read.set(name, file)
    return file
  }
}
