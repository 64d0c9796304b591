// A proof is for one browser. One that was published is noticed by the number of networks it comes
// from, and ends.
import { createHash } from 'node:crypto';
import { limitAddress } from '../limits/address.ts';

/** Networks of one proof within its hours: more than a phone that moves about sees. */
const NETWORKS_MAX = 12;
/**
 * Proofs remembered, in the order of their first use. Nothing is stored: it would be a record of
 * who was where.
 */
const PROOFS_MAX = 50_000;

/** The /24 of an IPv4 address, the /64 of an IPv6 one; hashed, because nobody needs to read it. */
const networkOf = (address: string): string =>
  createHash('sha256')
    .update(limitAddress(address).replace(/\.\d+$/, ''))
    .digest('base64url')
    .slice(0, 16);

/** Answers whether a proof may still be used, by one process. */
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
    // Once ended it stays so, for those who used it first as well: which of them it was given to is
    // not known.
    if (seen.size <= networksMax) seen.add(networkOf(address));
    return seen.size <= networksMax;
  };
};
