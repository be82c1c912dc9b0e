import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

/** A certificate and its private key, both PEM. */
export interface Pair {
  readonly cert: string
  readonly key: string
}

/** How a server may be reached: names and literal addresses. */
export interface Reachable {
  readonly names: readonly string[]
  readonly addresses: readonly string[]
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 86_400_000
/** Clocks of other machines may be behind. */
const leewayMs = dayMs
const authorityDays = 3650
/** The longest that clients of today accept. */
const serverDays = 397

/**
 * A new authority of ten years that can vouch for these names, for `.local` and `localhost`, and for loopback and private addresses, and for
 * nothing else: whoever gets its key cannot pose as any site of the internet, nor sign programs or mail.
 */
export async function newAuthority(names: readonly string[], now: Date): Promise<Pair> {
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Plomada ${names[0] ?? ''} ${now.toISOString().slice(0, 10)}`.slice(0, 64)] }],
    notBefore: new Date(now.getTime() - leewayMs),
    notAfter: new Date(now.getTime() + authorityDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      nameConstraints(names),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false),
    ],
  })
  return { cert: certificate.toString('pem'), key: await privatePem(keys) }
}

/** A new server certificate for these names and addresses, signed by an authority. */
export async function newServerCertificate(authority: Pair, reachable: Reachable, now: Date): Promise<Pair> {
  const issuer = new x509.X509Certificate(authority.cert)
  const signingKey = await crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(authority.key), algorithm, false, ['sign'])
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [(reachable.names[0] ?? 'plomada').slice(0, 64)] }],
    issuer: issuer.subject,
    notBefore: new Date(now.getTime() - leewayMs),
    // Not a second over: what is valid for longer is refused by some.
    notAfter: new Date(Math.min(now.getTime() - leewayMs + serverDays * dayMs - 1000, issuer.notAfter.getTime())),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...reachable.names.map((value) => ({ type: 'dns', value }) as const),
        ...reachable.addresses.map((value) => ({ type: 'ip', value }) as const),
      ]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey, false),
    ],
  })
  return { cert: certificate.toString('pem'), key: await privatePem(keys) }
}

async function newKeys(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

async function privatePem({ privateKey }: CryptoKeyPair): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY')
}

/** RFC 5280, 4.2.1.10, critical: what the authority may vouch for. The library has no such extension. */
function nameConstraints(names: readonly string[]): x509.Extension {
  const permitted = [
    ...['localhost', 'local', ...names].map((name) => der(0x82, Buffer.from(name, 'latin1'))),
    ...nearNetworks.map((hexadecimal) => der(0x87, Buffer.from(hexadecimal, 'hex'))),
  ]
  return new x509.Extension('2.5.29.30', true, der(0x30, der(0xa0, ...permitted.map((name) => der(0x30, name)))))
}

/** Address and mask of loopback, private and link-local networks. */
const nearNetworks = [
  '7f000000ff000000',
  '0a000000ff000000',
  'ac100000fff00000',
  'c0a80000ffff0000',
  'a9fe0000ffff0000',
  `${'0'.repeat(31)}1${'f'.repeat(32)}`,
  `fc${'0'.repeat(30)}fe${'0'.repeat(30)}`,
  `fe80${'0'.repeat(28)}ffc0${'0'.repeat(28)}`,
]

/** One value in DER: tag, length, contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(contents)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
