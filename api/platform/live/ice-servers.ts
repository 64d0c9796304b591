// STUN and TURN servers with short-lived credentials, as coturn checks them (`use-auth-secret`).
// Source: draft-uberti-behave-turn-rest-00, "A REST API For Access To TURN Services", section 2.2.
import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock/port.ts';
import type { Config } from '../config/config.ts';
import type { LiveIceServer } from './port.ts';

/** Longer than a show: a client that reconnects later asks for new ones. */
const LIFETIME_SECONDS = 6 * 3_600;

type TurnSettings = Pick<Config, 'LIVE_STUN_URLS' | 'LIVE_TURN_URLS' | 'LIVE_TURN_SECRET'>;

/**
 * The user name is the second in which it expires and a random id, so that the relay's log says
 * nothing about people; the password is its HMAC-SHA1.
 */
const turnCredentials = (
  secret: string,
  clock: Pick<Clock, 'now'>,
): { username: string; credential: string } => {
  const expiresAtSeconds = Math.floor(clock.now().getTime() / 1_000) + LIFETIME_SECONDS;
  const username = `${expiresAtSeconds}:${randomBytes(8).toString('hex')}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
};

/** What a browser needs for one connection, new credentials each time. */
export const iceServersOf = (
  { LIVE_STUN_URLS: stun, LIVE_TURN_URLS: turn, LIVE_TURN_SECRET: secret }: TurnSettings,
  clock: Pick<Clock, 'now'>,
): LiveIceServer[] => [
  ...(stun === undefined ? [] : [{ urls: stun }]),
  ...(turn === undefined || secret === undefined
    ? []
    : [{ urls: turn, ...turnCredentials(secret, clock) }]),
];
