// Whether an IP address is one of the public internet: requests to addresses that people enter must
// not reach this machine or the networks behind it.
import { BlockList, isIP } from 'node:net';

/** IANA's special-purpose addresses of IPv4, multicast and what is reserved. */
const IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/**
 * Within 2000::/3, beside which IPv6 has no public addresses: also those that contain one of IPv4.
 */
const IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blockListOf = (
  family: 'ipv4' | 'ipv6',
  nets: readonly (readonly [string, number])[],
): BlockList => {
  const list = new BlockList();
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, family);
  return list;
};
const notPublic4 = blockListOf('ipv4', IPV4);
const notPublic6 = blockListOf('ipv6', IPV6);
const global6 = blockListOf('ipv6', [['2000::', 3]]);

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
};
