// Which peers are proxies of ours, so that what they say about the visitor (address, protocol,
// place) is believed.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Whether the peer at `address`, `hop` proxies away from this process (0: it opened the
 * connection), is a proxy of ours.
 */
export type TrustsProxy = (address: string | undefined, hop: number) => boolean;

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An IPv4 address that came over an IPv6 socket, as IPv4. */
const plainAddress = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
};

const HOPS_MAX = 10;

const blockListOf = (networks: readonly string[]): BlockList | null => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : null;
    const most = family === 'ipv4' ? 32 : 128;
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (family === null || length < 0 || length > most) return null;
    list.addSubnet(address, length, family);
  }
  return list;
};

const contains = (list: BlockList, address: string): boolean => {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return list.check(plain, 'ipv4');
  return isIPv6(plain) && list.check(plain, 'ipv6');
};

const loopback = blockListOf(NAMED['loopback'] ?? []) as BlockList;

export const isLoopbackAddress = (address: string): boolean => contains(loopback, address);

/**
 * Reads TRUST_PROXY: `false`, a number of proxies between the visitor and this process, or their
 * addresses and networks (`loopback`, `private`, `10.1.2.3`, `2001:db8::/32`) separated by commas.
 * Null when it is none of them. `true`, which would believe an address that the visitor wrote, is
 * not accepted.
 */
export const readTrustedProxies = (setting: string): TrustsProxy | null => {
  const known = parsed.get(setting);
  if (known !== undefined) return known;
  const trusts = parse(setting.trim());
  // Asked several times by every request, and there is one setting.
  parsed.set(setting, trusts);
  return trusts;
};

const parsed = new Map<string, TrustsProxy | null>();

const parse = (text: string): TrustsProxy | null => {
  if (text === 'false') return () => false;
  if (/^\d{1,2}$/.test(text)) {
    const hops = Number(text);
    return hops > HOPS_MAX ? null : (address, hop) => address !== undefined && hop < hops;
  }
  const names = text.split(/[\s,]+/).filter(Boolean);
  const list =
    names.length === 0 ? null : blockListOf(names.flatMap((name) => NAMED[name] ?? [name]));
  return list && ((address) => address !== undefined && contains(list, address));
};
