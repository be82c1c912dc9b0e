import { join } from 'node:path'
import type { Language } from '../errors/language.ts'
import type { NetworkState } from '../http/network.ts'
import { verify } from '../operations/verify.ts'
import type { Service } from '../service.ts'

/** How the first key is told: alone, in the address of the pages, or by the file that has it; since every copy may end up in a log, once only. */
type FirstKey = { readonly key: string } | { readonly pages: string } | { readonly file: string }

interface Start {
  readonly first: string | undefined
  readonly keyFile: string | undefined
  readonly dataFolder: string
}

/** What the first start says, or where the pages are. */
export function firstWords(
  { pages, network }: Pick<Service, 'pages' | 'network'>,
  { first, keyFile, dataFolder }: Start,
  language: Language,
): string[] {
  const { urls, certificate } = network.state
  const [url = ''] = urls
  if (first === undefined) return pages === undefined ? [] : [`${{ es: 'Páginas', en: 'Pages' }[language]}: ${url}/`]
  const key = keyFile !== undefined ? { file: keyFile } : pages === undefined ? { key: first } : { pages: `${url}/#clave=${first}` }
  const authority = certificate?.is_own_authority ? join(dataFolder, 'tls', 'ca.crt') : undefined
  return [[keyWords(key)[language], exampleWords(url, authority, language)].join('\n\n')]
}

function keyWords(key: FirstKey): Readonly<Record<Language, string>> {
  const commands = 'plomada key add | list | revoke | rotate'
  if ('file' in key)
    return {
      es: `La primera clave, que también administra, está en ${key.file}: para los demás cree otras (${commands}):\n\n  CLAVE=$(cat '${key.file}')`,
      en: `The first key, which also administers, is in ${key.file}: make others for everybody else (${commands}):\n\n  CLAVE=$(cat '${key.file}')`,
    }
  if ('key' in key)
    return {
      es: `Primera clave, que no se vuelve a mostrar y también administra: para los demás cree otras (${commands}):\n\n  CLAVE=${key.key}`,
      en: `First key, which is not shown again and also administers: make others for everybody else (${commands}):\n\n  CLAVE=${key.key}`,
    }
  return {
    es: `Páginas, con la primera clave detrás de #clave=, que no se vuelve a mostrar y también administra: para los demás cree otras en Servidor, Claves (plomada key list | revoke | rotate):\n\n  ${key.pages}`,
    en: `Pages, with the first key after #clave=, which is not shown again and also administers: make others for everybody else in Server, Keys (plomada key list | revoke | rotate):\n\n  ${key.pages}`,
  }
}

function exampleWords(url: string, authority: string | undefined, language: Language): string {
  const trust = authority === undefined ? '' : `--cacert '${authority}' `
  const body = JSON.stringify(verify.examples.cubierta)
  const [first, documents] = {
    es: ['Una primera comprobación, con la clave en CLAVE', 'Documentación de la API'],
    en: ['A first check, with the key in CLAVE', 'Documents of the API'],
  }[language]
  return `${first}:

  curl -s ${trust}${url}/api/v1/verify -H "Authorization: Bearer $CLAVE" -H 'Content-Type: application/json' -d '${body}'

${documents}: ${url}/docs
`
}

/** The addresses on the private network, and how its computers come to trust them. */
export function lanWords({ urls, certificate }: NetworkState, language: Language): string {
  const [heading, trust, compare] = {
    es: ['En la red local, con TLS', 'Cada equipo ha de confiar una vez en la autoridad de este', 'Compruebe allí que su huella SHA-256 es'],
    en: [
      'On the private network, over TLS',
      'Each computer has to trust the authority of this one, once',
      'Compare there that its SHA-256 fingerprint is',
    ],
  }[language]
  const own = certificate?.is_own_authority ? [`${trust}: ${urls[0] ?? ''}/ca.crt`, compare, `  ${certificate.fingerprint}`] : []
  return [`${heading}:`, ...urls.map((url) => `  ${url}`), ...own, ''].join('\n')
}
