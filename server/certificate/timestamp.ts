import 'reflect-metadata'
import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { type Attribute, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { id_ct_tstInfo, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { signerHashes } from './signing-certificate.ts'

/** Why a time stamp proves nothing. */
export type TimestampError =
  | 'not-a-response'
  | 'not-granted'
  | 'not-a-request'
  | 'other-document'
  | 'other-request'
  | 'no-certificate'
  | 'not-for-time'
  | 'signature'
  | 'authority'

/** What a time stamp proves: that the document was there at that moment, as its authority says. */
export interface Timestamp {
  readonly isValid: true
  /** ISO 8601. */
  readonly at: string
  /** Who signed it. */
  readonly authority: string
  readonly serial: string
  /** False if no authority was given to hold it against: then anybody may have made it. */
  readonly isTrusted: boolean
}

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  extendedKeyUsage: '2.5.29.37',
} as const
/** Hashes that a signature may use. */
const hashNames: Readonly<Record<string, string>> = {
  [oids.sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
/** Signature algorithms besides those that only name the kind of key: PSS is not among them. */
const signatureHashes: Readonly<Record<string, string | undefined>> = {
  '1.2.840.113549.1.1.1': undefined,
  '1.2.840.10045.2.1': undefined,
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const tstInfoInDer = Buffer.from('060b2a864886f70d0109100104', 'hex')
const nonceBytes = 16
const mostSteps = 8

/** A request for a time stamp of a document (RFC 3161, `.tsq`), with the hash of the document and a number that only this request has. */
export function timestampRequest(document: Uint8Array, nonce: Buffer = randomBytes(nonceBytes)): Buffer {
  // The first byte makes the number positive and as short as DER wants it.
  const number = Uint8Array.from([1, ...nonce])
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: oids.sha256, parameters: null }),
    hashedMessage: new OctetString(createHash('sha256').update(document).digest()),
  })
  return Buffer.from(AsnConvert.serialize(new TimeStampReq({ version: 1, messageImprint, nonce: number.buffer, certReq: true })))
}

/** What an answer to a request is checked against. */
export interface TimestampExpectations {
  /** The request (`.tsq`): the answer must have its number. */
  readonly request?: Uint8Array | undefined
  /** Certificates in PEM of the authorities that are trusted, and of those between them and the signer. */
  readonly authorities?: readonly string[] | undefined
}

/** Checks the answer of a time stamping authority (RFC 3161, `.tsr`) for a document. Throws `SyntaxError` if `authorities` has a text without certificates. */
export function checkTimestamp(response: Uint8Array, document: Uint8Array, { request, authorities }: TimestampExpectations = {}): Checked {
  const trusted = authorities?.flatMap(certificatesOfPem)
  try {
    return examine(response, document, { request, trusted })
  } catch {
    // The library throws errors of many kinds where a part has a shape that it does not expect.
    return { isValid: false, error: 'not-a-response' }
  }
}

type Checked = Timestamp | { readonly isValid: false; readonly error: TimestampError }

function examine(
  response: Uint8Array,
  document: Uint8Array,
  { request, trusted }: { readonly request: Uint8Array | undefined; readonly trusted: readonly X509Certificate[] | undefined },
): Checked {
  const invalid = (error: TimestampError) => ({ isValid: false, error }) as const
  const read = readResponse(response)
  if (typeof read === 'string') return invalid(read)
  const { signed, signer, info, content } = read
  if (!isHashOf(info, document)) return invalid('other-document')
  if (request !== undefined) {
    const wanted = parse(request, TimeStampReq)
    if (wanted === undefined) return invalid('not-a-request')
    if (!isHashOf(wanted, document)) return invalid('other-document')
    if (wanted.nonce !== undefined && (info.nonce === undefined || !Buffer.from(wanted.nonce).equals(Buffer.from(info.nonce))))
      return invalid('other-request')
  }
  const certificates = certificatesIn(signed)
  const own = certificates.find((one) => isNamedBy(one, signer))
  if (own === undefined) return invalid('no-certificate')
  if (!isForTimeAlone(own, signed)) return invalid('not-for-time')
  if (!isSignedBy(signer, content, own)) return invalid('signature')
  const at = info.genTime
  const isTrusted = trusted !== undefined
  if (isTrusted && !isChained(own, { certificates, trusted, at })) return invalid('authority')
  const serial = Buffer.from(info.serialNumber).toString('hex')
  return { isValid: true, at: at.toISOString(), authority: own.subject.split('\n').reverse().join(', '), serial, isTrusted }
}

interface ReadResponse {
  readonly signed: SignedData
  readonly signer: SignerInfo
  readonly info: TSTInfo
  /** The bytes of `info` that are signed. */
  readonly content: Buffer
}

function readResponse(bytes: Uint8Array): ReadResponse | TimestampError {
  const response = parse(bytes, TimeStampResp)
  if (response === undefined) return 'not-a-response'
  if (response.status.status !== PKIStatus.granted && response.status.status !== PKIStatus.grantedWithMods) return 'not-granted'
  const token = response.timeStampToken
  if (token === undefined || token.contentType !== id_signedData) return 'not-a-response'
  const signed = parse(new Uint8Array(token.content), SignedData)
  const content = signed?.encapContentInfo.eContent?.single?.buffer
  const [signer, ...others] = signed?.signerInfos ?? []
  if (signed === undefined || content === undefined || signer === undefined || others.length > 0) return 'not-a-response'
  const info = signed.encapContentInfo.eContentType === id_ct_tstInfo ? parse(new Uint8Array(content), TSTInfo) : undefined
  return info === undefined ? 'not-a-response' : { signed, signer, info, content: Buffer.from(content) }
}

function parse<Value>(bytes: Uint8Array, type: new () => Value): Value | undefined {
  try {
    return AsnConvert.parse(bytes, type)
  } catch {
    return undefined
  }
}

/** True if what was stamped, or is to be, is the SHA-256 of a document. */
function isHashOf({ messageImprint }: { readonly messageImprint: MessageImprint }, document: Uint8Array): boolean {
  const { hashAlgorithm, hashedMessage } = messageImprint
  const name = hashNames[hashAlgorithm.algorithm]
  return name !== undefined && createHash(name).update(document).digest().equals(Buffer.from(hashedMessage.buffer))
}

/** The certificates of a response, and which uses each is limited to. */
function certificatesIn({ certificates }: SignedData): X509Certificate[] {
  return [...(certificates ?? [])].flatMap(({ certificate }) => {
    try {
      return certificate === undefined ? [] : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))]
    } catch {
      return []
    }
  })
}

/** True if a signature names this certificate, in its signed part too (RFC 5816): another certificate with the same key would not do. */
function isNamedBy(certificate: X509Certificate, { signedAttrs }: SignerInfo): boolean {
  return signerHashes(signedAttrs ?? []).some(({ hash, value }) => createHash(hash).update(certificate.raw).digest().equals(value))
}

function isSignedBy(
  { signedAttrs = [], signatureAlgorithm, digestAlgorithm, signature }: SignerInfo,
  content: Buffer,
  { publicKey }: X509Certificate,
): boolean {
  const digest = hashNames[digestAlgorithm.algorithm]
  if (digest === undefined || !Object.hasOwn(signatureHashes, signatureAlgorithm.algorithm)) return false
  const contentType = attributeOf(signedAttrs, oids.contentType)
  const messageDigest = attributeOf(signedAttrs, oids.messageDigest)
  // Both are one DER element with a short length: an OBJECT IDENTIFIER and an OCTET STRING.
  const isOfContent = messageDigest?.subarray(2).equals(createHash(digest).update(content).digest())
  if (contentType === undefined || !contentType.equals(tstInfoInDer) || isOfContent !== true) return false
  // The signature is over the attributes as a SET, which in the message have another tag.
  const signedBytes = setOf(signedAttrs.map((one) => Buffer.from(AsnConvert.serialize(one))))
  try {
    return verify(signatureHashes[signatureAlgorithm.algorithm] ?? digest, signedBytes, publicKey, Buffer.from(signature.buffer))
  } catch {
    return false
  }
}

/** Elements in DER as a SET, in the order in which they are given. */
function setOf(elements: readonly Buffer[]): Buffer {
  const content = Buffer.concat(elements)
  const { length } = content
  const head = length < 0x80 ? [0x31, length] : length < 0x100 ? [0x31, 0x81, length] : [0x31, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

/** The value of a signed attribute, in DER. */
function attributeOf(attributes: readonly Attribute[], type: string): Buffer | undefined {
  const found = attributes.filter(({ attrType }) => attrType === type)
  const [value] = found[0]?.attrValues ?? []
  return found.length !== 1 || value === undefined ? undefined : Buffer.from(value)
}

/** True if a certificate is for time stamps and for nothing else, and says so as critical (RFC 3161, 2.3). */
function isForTimeAlone(certificate: X509Certificate, { certificates }: SignedData): boolean {
  if (certificate.keyUsage?.join() !== oids.timeStamping) return false
  const parsed = [...(certificates ?? [])].find(
    (one) => one.certificate !== undefined && Buffer.from(AsnConvert.serialize(one.certificate)).equals(certificate.raw),
  )
  return parsed?.certificate?.tbsCertificate.extensions?.some(({ extnID, critical }) => extnID === oids.extendedKeyUsage && critical) === true
}

/** True if a certificate is one of the authorities, or was issued by one, perhaps over others, and all were valid at the moment. */
function isChained(
  own: X509Certificate,
  {
    certificates,
    trusted,
    at,
  }: { readonly certificates: readonly X509Certificate[]; readonly trusted: readonly X509Certificate[]; readonly at: Date },
): boolean {
  const isTrusted = (one: X509Certificate): boolean => trusted.some(({ raw }) => raw.equals(one.raw))
  let current: X509Certificate | undefined = own
  for (let step = 0; step < mostSteps && current !== undefined; step++) {
    if (at < current.validFromDate || at > current.validToDate) return false
    if (isTrusted(current)) return true
    const issued: X509Certificate = current
    current = [...trusted, ...certificates].find(
      (one) => one.ca && !one.raw.equals(issued.raw) && issued.checkIssued(one) && issued.verify(one.publicKey),
    )
  }
  return false
}

/** The certificates in a text in PEM. Throws `SyntaxError` if there is none. */
function certificatesOfPem(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new SyntaxError('Cannot read certificates: expected PEM')
  return blocks.map((block) => new X509Certificate(block))
}
