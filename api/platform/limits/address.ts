// How an address counts against a limit. One customer of an IPv6 provider has at least a /64, with
// more addresses than a limiter remembers.
import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS_OF_NETWORK = 4;

/** The eight groups of an IPv6 address that may leave zeros out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  return tail === undefined
    ? before
    : [
        ...before,
        ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0'),
        ...after,
      ];
};

/** An IPv4 address as it is; of an IPv6 address its /64. */
export const limitAddress = (address: string): string => {
  const plain = MAPPED.exec(address)?.[1] ?? address.replace(/%.*$/, '').toLowerCase();
  if (!isIPv6(plain)) return plain;
  return `${groupsOf(plain)
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};

/**
 * The /24 of an IPv4 address, the /64 of an IPv6 address: what is kept of where a person signed.
 */
export const networkOf = (address: string): string =>
  limitAddress(address).replace(/\.\d+$/, '.0/24');
