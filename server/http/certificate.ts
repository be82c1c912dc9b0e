import 'reflect-metadata'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, id_ce_nameConstraints, NameConstraints } from '@peculiar/asn1-x509'
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

/** RFC 5280, 4.2.1.10, critical: what the authority may vouch for. */
function nameConstraints(names: readonly string[]): x509.Extension {
  const permitted = [
    ...['localhost', 'local', ...names].map((dNSName) => new GeneralName({ dNSName })),
    ...nearNetworks.map((iPAddress) => new GeneralName({ iPAddress })),
  ]
  const permittedSubtrees = new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base })))
  return new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(new NameConstraints({ permittedSubtrees })))
}

/** Loopback, private and link-local networks. */
const nearNetworks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '::1/128', 'fc00::/7', 'fe80::/10']
