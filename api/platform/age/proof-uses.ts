// A proof of age is for one browser. A published one comes from many networks and is revoked by
// their number.
import { createHash } from 'node:crypto';
import { networkOf } from '../limits/address.ts';

/** Networks of one proof within its hours: more than a phone that moves about sees. */
const NETWORKS_MAX = 12;
/**
 * Proofs in memory, in the order of their first use. They are not stored: that would record where
 * people were.
 */
const PROOFS_MAX = 50_000;

/**
 * Hash of the /24 of an IPv4 address or the /64 of an IPv6 address; the address itself is not
 * needed.
 */
const hashOfNetwork = (address: string): string =>
  createHash('sha256').update(networkOf(address)).digest('base64url').slice(0, 16);

/** Returns whether a proof may still be used, by one process. */
export const createProofUses = ({ networksMax = NETWORKS_MAX, proofsMax = PROOFS_MAX } = {}): ((
  subject: string,
  address: string,
) => boolean) => {
  const networks = new Map<string, Set<string>>();
  return (subject, address) => {
    const seen = networks.get(subject) ?? new Set();
    if (networks.size >= proofsMax && !networks.has(subject))
      networks.delete(networks.keys().next().value as string);
    networks.set(subject, seen);
    // A revoked proof stays revoked for its first user too: the server can't know which user it was
    // issued to.
    if (seen.size <= networksMax) seen.add(hashOfNetwork(address));
    return seen.size <= networksMax;
  };
};
