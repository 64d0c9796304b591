// Web Push (RFC 8030): encrypts a message for one browser, signs it with the installation's key and
// posts it to the browser's push service.
import { createECDH, createHash, ECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { installationSecret } from '../installation/secret.ts';

const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/**
 * Whether messages can be encrypted with these keys (RFC 8291): a point of the curve, and 16 bytes.
 */
export const canEncryptFor = ({ p256dh, auth }: PushAddress['keys']): boolean => {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    return false;
  try {
    return ECDH.convertKey(point, 'prime256v1').length > 0;
  } catch {
    return false;
  }
};

/** What a browser gives when a person allows notifications. */
export type PushAddress = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushMessage = {
  /** At most about 3,900 bytes. */
  payload: string;
  /** A waiting message with the same topic is replaced; at most 32 characters of base64url. */
  topic?: string;
};

/**
 * `gone`: the browser has ended its subscription. `refused`: the service
 * takes no such message, also not later.
 */
export type PushResult = 'sent' | 'gone' | 'refused';

export type WebPush = {
  /** `applicationServerKey` of browsers, base64url. */
  publicKey(): Promise<string>;
  /** Whether the address is at a known push service: no other address is ever contacted. */
  allows(endpoint: string): boolean;
  /** Throws when the push service gives no answer or asks to try again. */
  send(address: PushAddress, message: PushMessage): Promise<PushResult>;
};

/**
 * Hosts of the push services of browsers; `.` at the beginning stands for any host of the domain.
 */
const SERVICES = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '.notify.windows.com',
];

const isKnown = (endpoint: string, origins: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, hostname, origin, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (origins.includes(origin)) return true;
  return (
    protocol === 'https:' &&
    port === '' &&
    SERVICES.some((known) =>
      known.startsWith('.') ? hostname.endsWith(known) : hostname === known,
    )
  );
};

const originsOf = (setting: string): string[] =>
  setting
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => URL.canParse(origin))
    .map((origin) => new URL(origin).origin);

/** A push service keeps a message for a browser that is off for so long. */
const KEPT_SECONDS = 86_400;
const ANSWER_MS = 10_000;
/**
 * Not 401 and 403: those are about our signature, for example while this machine's clock is wrong.
 */
const GONE = [404, 410];
const REFUSED = [400, 413];

type Keys = { publicKey: string; privateKey: string };

const keysOf = (secret: Buffer): Keys => {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secret);
  return {
    publicKey: ecdh.getPublicKey().toString('base64url'),
    privateKey: secret.toString('base64url'),
  };
};

/** One of 2^32 secrets is no private key of the curve; its hash is then used. */
const keysOfSecret = (secret: Buffer): Keys => {
  try {
    return keysOf(secret);
  } catch {
    return keysOf(createHash('sha256').update(secret).digest());
  }
};

/** Push services write to it when messages make trouble. */
const subjectOf = ({ MAIL_FROM, publicUrl }: Pick<Config, 'MAIL_FROM' | 'publicUrl'>): string => {
  const address = /<([^>]+)>/.exec(MAIL_FROM ?? '')?.[1] ?? MAIL_FROM;
  if (address) return `mailto:${address}`;
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
};

export const createWebPush = ({ config, db }: { config: Config; db: Database }): WebPush => {
  const origins = originsOf(config.PUSH_SERVICES);
  const keys = async (): Promise<Keys> =>
    keysOfSecret(
      config.VAPID_PRIVATE_KEY === undefined
        ? await installationSecret(db, 'web-push')
        : Buffer.from(config.VAPID_PRIVATE_KEY, 'base64url'),
    );
  return {
    publicKey: async () => (await keys()).publicKey,
    allows: (endpoint) => isKnown(endpoint, origins),
    async send(address, { payload, topic }) {
      // The setting may have changed since the browser subscribed.
      if (!isKnown(address.endpoint, origins)) return 'gone';
      const { body, headers } = webPush.generateRequestDetails(address, payload, {
        vapidDetails: { subject: subjectOf(config), ...(await keys()) },
        TTL: KEPT_SECONDS,
        urgency: 'normal',
        ...(topic !== undefined && { topic }),
      });
      const { 'Content-Length': _length, ...sent } = headers as Record<string, string | number>;
      const response = await fetch(address.endpoint, {
        method: 'POST',
        headers: Object.entries(sent).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.body?.cancel();
      if (GONE.includes(response.status)) return 'gone';
      if (response.ok) return 'sent';
      if (REFUSED.includes(response.status)) return 'refused';
      throw new Error(`the push service answered ${response.status}`);
    },
  };
};
