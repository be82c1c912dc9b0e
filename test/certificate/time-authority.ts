import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A time stamping authority of OpenSSL. */
export interface TimeAuthority {
  /** The certificate of who issued its certificate, PEM. */
  readonly authority: string
  /** Answers a request, as `openssl ts -reply` does. */
  answer(request: Uint8Array): Buffer
  /** What OpenSSL says of an answer: true if it holds for the document and the request. */
  accepts(response: Uint8Array, document: Uint8Array): boolean
}

const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] })

/** Makes an authority with keys of a kind. `usage`: the extended key usage of its certificate. */
export function timeAuthority(kind: 'rsa' | 'ec' = 'rsa', usage = 'critical,timeStamping'): TimeAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-tsa-'))
  const at = (name: string): string => join(folder, name)
  const newKey = kind === 'rsa' ? ['-newkey', 'rsa:2048'] : ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  openssl('req', '-x509', ...newKey, '-nodes', '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '30', '-subj', '/CN=Autoridad de prueba')
  openssl('req', ...newKey, '-nodes', '-keyout', at('tsa.key'), '-out', at('tsa.csr'), '-subj', '/CN=Sello de prueba')
  writeFileSync(at('extensions'), `basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=${usage}\n`)
  openssl(
    'x509',
    '-req',
    '-in',
    at('tsa.csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('tsa.pem'),
    '-days',
    '20',
    '-extfile',
    at('extensions'),
  )
  const lines = [
    '[tsa]',
    'default_tsa=own',
    '[own]',
    `serial=${at('serial')}`,
    'crypto_device=builtin',
    `signer_cert=${at('tsa.pem')}`,
    `certs=${at('ca.pem')}`,
  ]
  const more = [
    `signer_key=${at('tsa.key')}`,
    'signer_digest=sha256',
    'default_policy=1.2.3.4.1',
    'digests=sha256,sha384,sha512',
    'accuracy=secs:1',
    'ess_cert_id_alg=sha256',
  ]
  writeFileSync(at('tsa.cnf'), [...lines, ...more, ''].join('\n'))
  return {
    authority: readFileSync(at('ca.pem'), 'utf8'),
    answer(request) {
      writeFileSync(at('request.tsq'), request)
      openssl('ts', '-reply', '-config', at('tsa.cnf'), '-queryfile', at('request.tsq'), '-out', at('response.tsr'))
      return readFileSync(at('response.tsr'))
    },
    accepts(response, document) {
      writeFileSync(at('checked.tsr'), response)
      writeFileSync(at('document'), document)
      try {
        openssl('ts', '-verify', '-in', at('checked.tsr'), '-data', at('document'), '-CAfile', at('ca.pem'))
        return true
      } catch {
        return false
      }
    },
  }
}
