// Certificates of issuers of wallet documents: an authority, and the signers that it appoints.
import { randomBytes, webcrypto } from 'node:crypto';
import { DAY_MS } from '@camarim/contract/time';

type Keys = webcrypto.CryptoKeyPair;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const YEAR_MS = 365 * DAY_MS;

/** ISO/IEC 18013-5, table B.3: a signer of mobile documents. */
export const MDOC_SIGNER = '1.0.18013.5.1.2';

export type Authority = { pem: string; name: string; keys: Keys };
export type Signer = {
  /** DER. */
  certificate: Uint8Array;
  privateJwk: webcrypto.JsonWebKey;
};

const loadX509 = async () => {
  // The certificate library needs reflect-metadata before it.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto as Crypto);
  return x509;
};

export const makeKeys = async (): Promise<Keys> =>
  (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as Keys;

const serial = (): string => `00${randomBytes(15).toString('hex')}`;

export const makeAuthority = async (
  label: string,
  now: Date,
  lifetimeMs = 10 * YEAR_MS,
): Promise<Authority> => {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const name = `CN=${label}, O=Sandbox, C=UT`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name,
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + lifetimeMs),
    signingAlgorithm: ALGORITHM,
    keys: keys as never,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey as CryptoKey),
    ],
  });
  return { pem: certificate.toString('pem'), name, keys };
};

export const appointSigner = async (
  authority: Authority,
  now: Date,
  {
    usage = MDOC_SIGNER,
    fromMs = -DAY_MS,
    untilMs = YEAR_MS,
    ca = false,
  }: { usage?: string; fromMs?: number; untilMs?: number; ca?: boolean } = {},
): Promise<Signer> => {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: `CN=Signer of ${authority.name.split(',')[0]?.slice(3)}, O=Sandbox, C=UT`,
    issuer: authority.name,
    notBefore: new Date(now.getTime() + fromMs),
    notAfter: new Date(now.getTime() + untilMs),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey as CryptoKey,
    signingKey: authority.keys.privateKey as CryptoKey,
    extensions: [
      ...(ca ? [new x509.BasicConstraintsExtension(true, 0, true)] : []),
      new x509.ExtendedKeyUsageExtension([usage], true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | (ca ? x509.KeyUsageFlags.keyCertSign : 0),
        true,
      ),
    ],
  });
  return {
    certificate: new Uint8Array(certificate.rawData),
    privateJwk: await webcrypto.subtle.exportKey('jwk', keys.privateKey),
  };
};
