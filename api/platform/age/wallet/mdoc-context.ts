// The cryptography that @owf/mdoc asks for, by Node: digests, ES256 signatures, and keys of
// certificates.
import { createHash, createPublicKey, randomBytes, verify, X509Certificate } from 'node:crypto';
import { CoseKey, type MdocContext } from './mdoc.ts';

const unsupported = (): never => {
  throw new Error('not used by the age verifier');
};

/** `C=BR` of a distinguished name, which Node writes one attribute a line. */
const fieldsOf = (name: string, field: string): string[] =>
  name
    .split('\n')
    .filter((line) => line.startsWith(`${field}=`))
    .map((line) => line.slice(field.length + 1));

export const mdocContext: Pick<MdocContext, 'crypto' | 'cose' | 'x509'> = {
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) =>
      createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest(),
    calculateEphemeralMacKey: unsupported,
  },
  cose: {
    sign1: {
      sign: unsupported,
      verify: ({ key: { jwk }, sign1 }) =>
        sign1.signatureAlgorithmName === 'ES256' &&
        jwk['crv'] === 'P-256' &&
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
          sign1.signature,
        ),
    },
    mac0: { sign: unsupported, verify: unsupported },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      fieldsOf(new X509Certificate(certificate).issuer, field),
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk(
        new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) as Record<
          string,
          unknown
        >,
      ),
    // Chains are checked by certificate-chain.ts.
    verifyCertificateChain: unsupported,
    getCertificateData: unsupported,
  },
};
