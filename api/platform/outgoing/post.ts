// Requests to addresses that people enter, such as those of webhooks: https to public addresses
// only. The address that was checked is the one that is connected to, so that a name can't change
// between.
import { lookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** `refused`: not an address that may be requested; nothing was sent. */
export type OutgoingProblem = 'refused' | 'unreachable' | 'timeout';
export type OutgoingResult = { status: number } | { problem: OutgoingProblem };

export type OutgoingClient = {
  /** Whether the address may be requested, as far as it shows without looking up its name. */
  allows(url: string): boolean;
  /** One attempt. Redirects are not followed; of the answer only the status is read. */
  post(url: string, headers: Record<string, string>, body: string): Promise<OutgoingResult>;
};

const TIMEOUT_MS = 10_000;

class RefusedAddress extends Error {}

/** The name service: all addresses of a name. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

const systemResolve: Resolve = (hostname, done) => lookup(hostname, { all: true }, done);

/** Refuses a name if any of its addresses is not public. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, { all }, callback) =>
    resolve(hostname, (error, found) => {
      if (error) return callback(error, '', 0);
      const [first] = found;
      if (!first || found.some(({ address }) => !isPublicAddress(address)))
        return callback(new RefusedAddress(`${hostname} has an address that is not public`), '', 0);
      if (all) return callback(null, found);
      return callback(null, first.address, first.family);
    });

/** `[::1]` of an address as `::1`. */
const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$/g, '');

const originsOf = (setting: string): string[] =>
  setting.split(',').flatMap((origin) => {
    const text = origin.trim();
    return URL.canParse(text) ? new URL(text).origin : [];
  });

/** `exempt`: origins separated by commas that may be requested wherever they are. */
export const createOutgoing = (
  exempt: string,
  {
    timeoutMs = TIMEOUT_MS,
    resolve: resolveName = systemResolve,
  }: { timeoutMs?: number; resolve?: Resolve } = {},
): OutgoingClient => {
  const origins = originsOf(exempt);
  const isExempt = ({ origin }: URL): boolean => origins.includes(origin);
  const allows = (text: string): boolean => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return false;
    if (isExempt(url)) return true;
    const host = hostOf(url);
    if (url.protocol !== 'https:') return false;
    return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host);
  };
  return {
    allows,
    post(text, headers, body) {
      // An exempt origin may have been taken out of the setting since the address was saved.
      if (!allows(text)) return Promise.resolve({ problem: 'refused' });
      const url = new URL(text);
      return new Promise((resolve) => {
        const signal = AbortSignal.timeout(timeoutMs);
        const send = url.protocol === 'https:' ? requestHttps : requestHttp;
        const sent = send(url, {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          agent: false,
          signal,
          ...(!isExempt(url) && { lookup: publicLookup(resolveName) }),
        });
        sent.on('response', (response: IncomingMessage) => {
          resolve({ status: response.statusCode ?? 0 });
          response.destroy();
        });
        sent.on('error', (error) => {
          if (error instanceof RefusedAddress) resolve({ problem: 'refused' });
          else resolve({ problem: signal.aborted ? 'timeout' : 'unreachable' });
        });
        sent.end(body);
      });
    },
  };
};
