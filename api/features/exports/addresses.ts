// Addresses of archives: for one session of the owner, for minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@camarim/contract/ids';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Platform } from '../../platform/platform.ts';

const LIFE_SECONDS = 300;

type Using = Pick<Platform, 'db' | 'clock'>;

const signatureOf = async (
  { db }: Using,
  id: string,
  sessionId: SessionId,
  expiresSeconds: number,
): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'exports.addresses'))
    .update(`${id} ${sessionId} ${expiresSeconds}`)
    .digest('base64url');

export const exportAddress = async (
  platform: Using,
  id: string,
  sessionId: SessionId,
): Promise<string> => {
  const expiresSeconds = Math.floor(platform.clock.now().getTime() / 1_000) + LIFE_SECONDS;
  return `/files/exports/${id}?e=${expiresSeconds}&s=${await signatureOf(platform, id, sessionId, expiresSeconds)}`;
};

/** Whether the address was given to this session and is still in time. */
export const holds = async (
  platform: Using,
  id: string,
  sessionId: SessionId,
  expiresSeconds: number,
  signature: string,
): Promise<boolean> => {
  const [wanted, given] = [
    Buffer.from(await signatureOf(platform, id, sessionId, expiresSeconds)),
    Buffer.from(signature),
  ];
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    expiresSeconds * 1_000 > platform.clock.now().getTime()
  );
};
