import 'reflect-metadata'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, id_ce_nameConstraints, NameConstraints } from '@peculiar/asn1-x509'
import * as x509 from '@peculiar/x509'

/** A TLS certificate and its private key, both in PEM. */
export interface TlsCredentials {
  readonly cert: string
  readonly key: string
}

/** The host names and IP addresses at which a server can be reached. */
export interface ServerHosts {
  readonly names: readonly string[]
  readonly addresses: readonly string[]
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const dayMs = 86_400_000
/** Certificates are valid from a day earlier, because clocks of other machines may be slow. */
const leewayMs = dayMs
const authorityDays = 3650
/** One day less than the longest validity that browsers accept. */
const serverDays = 397

/**
 * Creates a certificate authority, valid for ten years. Name constraints limit it to `names`, `.local`, `localhost`, and loopback, private and
 * link-local addresses. A stolen key therefore cannot impersonate a site on the internet, nor sign programs or mail.
 */
export async function newAuthority(names: readonly string[], now: Date): Promise<TlsCredentials> {
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

/** Creates a server certificate for host names and addresses, signed by an authority. */
export async function newServerCertificate(authority: TlsCredentials, hosts: ServerHosts, now: Date): Promise<TlsCredentials> {
  const issuer = new x509.X509Certificate(authority.cert)
  const signingKey = await crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(authority.key), algorithm, false, ['sign'])
  const keys = await newKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [(hosts.names[0] ?? 'plomada').slice(0, 64)] }],
    issuer: issuer.subject,
    notBefore: new Date(now.getTime() - leewayMs),
    // One second less, because some clients reject a longer validity.
    notAfter: new Date(Math.min(now.getTime() - leewayMs + serverDays * dayMs - 1000, issuer.notAfter.getTime())),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        ...hosts.names.map((value) => ({ type: 'dns', value }) as const),
        ...hosts.addresses.map((value) => ({ type: 'ip', value }) as const),
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

/** The critical extension of RFC 5280, 4.2.1.10: the names and addresses that the authority may certify. */
function nameConstraints(names: readonly string[]): x509.Extension {
  const permitted = [
    ...['localhost', 'local', ...names].map((dNSName) => new GeneralName({ dNSName })),
    ...localNetworks.map((iPAddress) => new GeneralName({ iPAddress })),
  ]
  const permittedSubtrees = new GeneralSubtrees(permitted.map((base) => new GeneralSubtree({ base })))
  return new x509.Extension(id_ce_nameConstraints, true, AsnConvert.serialize(new NameConstraints({ permittedSubtrees })))
}

/** Loopback, private and link-local networks. */
const localNetworks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '::1/128', 'fc00::/7', 'fe80::/10']
