// Signed addresses of archives, valid for one session of the owner and for minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionId } from '@camarim/contract/ids';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Ctx } from '../../context.ts';

const LIFETIME_SECONDS = 300;

const signatureOf = async (
  { db }: Ctx,
  id: string,
  sessionId: SessionId,
  expiresSeconds: number,
): Promise<string> =>
  createHmac('sha256', await installationSecret(db, 'exports.addresses'))
    .update(`${id} ${sessionId} ${expiresSeconds}`)
    .digest('base64url');

export const exportAddress = async (
  ctx: Ctx,
  id: string,
  sessionId: SessionId,
): Promise<string> => {
  const expiresSeconds = Math.floor(ctx.clock.now().getTime() / 1_000) + LIFETIME_SECONDS;
  return `/files/exports/${id}?e=${expiresSeconds}&s=${await signatureOf(ctx, id, sessionId, expiresSeconds)}`;
};

/** Whether the address was signed for this session and has not expired. */
export const isValidAddress = async (
  ctx: Ctx,
  id: string,
  sessionId: SessionId,
  expiresSeconds: number,
  signature: string,
): Promise<boolean> => {
  const [wanted, given] = [
    Buffer.from(await signatureOf(ctx, id, sessionId, expiresSeconds)),
    Buffer.from(signature),
  ];
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    expiresSeconds * 1_000 > ctx.clock.now().getTime()
  );
};
