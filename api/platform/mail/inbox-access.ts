// Access to the inbox of a local installation: for the person who reads its terminal or home
// folder.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { isLoopbackAddress } from '../http/trusted-proxies.ts';

/** The newest link, for programs of the same account of the machine. */
export const INBOX_LINK_FILE = 'inbox-link';

const TOKEN_BYTES = 24;
/** Browsers that keep the inbox open; more than one person at one machine needs. */
const BROWSERS_MAX = 100;

/** Headers of proxies; a request with one of them did not start at this machine. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip)$/;

/** The host of a page that another site pointed at this machine is not a name of this machine. */
const LOCAL_HOST =
  /^(?:[\w-]+\.)*localhost(?::\d+)?$|^127(?:\.\d{1,3}){3}(?::\d+)?$|^\[::1\](?::\d+)?$/i;

const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  socket.remoteAddress !== undefined &&
  isLoopbackAddress(socket.remoteAddress) &&
  LOCAL_HOST.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDING.test(name));

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

const isSame = (given: string, wanted: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
};

export type InboxAccess = {
  isFromThisMachine(request: FastifyRequest): boolean;
  /**
   * Consumes the link and creates the next one. Returns the browser's cookie, or null when the
   * token is not the newest.
   */
  exchange(token: string): Promise<string | null>;
  holds(cookie: string | undefined): boolean;
};

/** `announce` is called with every new link, including the first. */
export const createInboxAccess = async ({
  publicUrl,
  home,
  announce,
}: {
  publicUrl: string;
  home: string;
  announce: (link: string) => void;
}): Promise<InboxAccess> => {
  let newest = '';
  const browsers = new Set<string>();
  const makeLink = async (): Promise<void> => {
    newest = newToken();
    const link = `${publicUrl}/inbox?token=${newest}`;
    await writeFile(join(home, INBOX_LINK_FILE), link, { mode: 0o600 });
    announce(link);
  };
  await makeLink();
  return {
    isFromThisMachine,
    async exchange(token) {
      if (!isSame(token, newest)) return null;
      const cookie = newToken();
      if (browsers.size >= BROWSERS_MAX) browsers.delete(browsers.values().next().value as string);
      browsers.add(cookie);
      await makeLink();
      return cookie;
    },
    holds: (cookie) => cookie !== undefined && browsers.has(cookie),
  };
};
