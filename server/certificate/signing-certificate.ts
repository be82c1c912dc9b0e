import type { Attribute } from '@peculiar/asn1-cms'
import { AsnConvert, AsnProp, AsnPropTypes, AsnType, AsnTypeTypes, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'

/** The hash of a certificate, and with which function it was made. */
export interface CertificateHash {
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  readonly value: Buffer
}

const [version1, version2] = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47']
const hashes: Readonly<Record<string, CertificateHash['hash']>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

// Decorators are called as functions, since Node runs no decorators.
/** `ESSCertID` of RFC 2634: the SHA-1 of a certificate. */
class EssCertId {
  certHash = new OctetString()
  issuerSerial: ArrayBuffer | undefined
}
AsnProp({ type: OctetString })(EssCertId.prototype, 'certHash')
AsnProp({ type: AsnPropTypes.Any, optional: true })(EssCertId.prototype, 'issuerSerial')
AsnType({ type: AsnTypeTypes.Sequence })(EssCertId)

/** `ESSCertIDv2` of RFC 5035 with its function; without one it is an `ESSCertID` with SHA-256. */
class EssCertIdV2 {
  hashAlgorithm = new AlgorithmIdentifier()
  certHash = new OctetString()
  issuerSerial: ArrayBuffer | undefined
}
AsnProp({ type: AlgorithmIdentifier })(EssCertIdV2.prototype, 'hashAlgorithm')
AsnProp({ type: OctetString })(EssCertIdV2.prototype, 'certHash')
AsnProp({ type: AsnPropTypes.Any, optional: true })(EssCertIdV2.prototype, 'issuerSerial')
AsnType({ type: AsnTypeTypes.Sequence })(EssCertIdV2)

/** `SigningCertificate` of either version: certificates, the first of which is the signer's, and policies. */
class SigningCertificate {
  certs: ArrayBuffer[] = []
  policies: ArrayBuffer | undefined
}
AsnProp({ type: AsnPropTypes.Any, repeated: 'sequence' })(SigningCertificate.prototype, 'certs')
AsnProp({ type: AsnPropTypes.Any, optional: true })(SigningCertificate.prototype, 'policies')
AsnType({ type: AsnTypeTypes.Sequence })(SigningCertificate)

/** The hashes that signed attributes give of the certificate of their signer; none if they give none that can be read. */
export function signerHashes(attributes: readonly Attribute[]): readonly CertificateHash[] {
  return attributes.flatMap(({ attrType, attrValues: [value] }) => {
    if (value === undefined || (attrType !== version1 && attrType !== version2)) return []
    try {
      const [first] = AsnConvert.parse(value, SigningCertificate).certs
      const read = first === undefined ? undefined : attrType === version1 ? sha1Of(first) : namedOf(first)
      return read === undefined ? [] : [read]
    } catch {
      return []
    }
  })
}

function sha1Of(first: ArrayBuffer): CertificateHash {
  return { hash: 'sha1', value: Buffer.from(AsnConvert.parse(first, EssCertId).certHash.buffer) }
}

function namedOf(first: ArrayBuffer): CertificateHash | undefined {
  try {
    const { hashAlgorithm, certHash } = AsnConvert.parse(first, EssCertIdV2)
    const hash = hashes[hashAlgorithm.algorithm]
    return hash === undefined ? undefined : { hash, value: Buffer.from(certHash.buffer) }
  } catch {
    // Without a function the first element is the hash.
    return { hash: 'sha256', value: Buffer.from(AsnConvert.parse(first, EssCertId).certHash.buffer) }
  }
}
