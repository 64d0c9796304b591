// Whether the certificate that signed a document leads to one that the operator trusts.
import type { X509Certificate } from 'node:crypto';

/** Leaf, one intermediate and the anchor are usual; more are a fault or an attack. */
const CHAIN_MAX = 4;

export const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  Date.parse(certificate.validFrom) <= now.getTime() &&
  now.getTime() <= Date.parse(certificate.validTo);

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate, now: Date): boolean =>
  issuer.ca &&
  isValidAt(issuer, now) &&
  certificate.checkIssued(issuer) &&
  certificate.verify(issuer.publicKey);

const isSame = (one: X509Certificate, other: X509Certificate): boolean => one.raw.equals(other.raw);

/**
 * True when `chain` (the signer first) leads to an anchor: the signer itself is one, or each
 * certificate is issued by the next and the last by an anchor. All have to be valid now.
 */
export const leadsToAnchor = (
  chain: readonly X509Certificate[],
  anchors: readonly X509Certificate[],
  now: Date,
): boolean => {
  if (chain.length === 0 || chain.length > CHAIN_MAX) return false;
  return chain.some(
    (certificate, index) =>
      chain
        .slice(0, index + 1)
        .every(
          (one, place) =>
            isValidAt(one, now) &&
            (place === 0 || isIssuedBy(chain[place - 1] as X509Certificate, one, now)),
        ) &&
      anchors.some((anchor) =>
        isSame(certificate, anchor) ? isValidAt(anchor, now) : isIssuedBy(certificate, anchor, now),
      ),
  );
};
