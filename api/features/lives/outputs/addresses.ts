// Addresses of the playlist of one visit by HLS: signed for one show, one visit and one person.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LiveId } from '@camarim/contract/features/lives';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId } from '@camarim/contract/ids';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Ctx } from '../../../context.ts';

/** Longer than a show: the visit ends before, and access is checked at each use. */
const LIFETIME_SECONDS = 24 * 3_600;
const SIGNATURE_BYTES = 16;

export type HlsVisit = { liveId: LiveId; peer: PeerId; profileId: ProfileId };

const signatureOf = async (
  { db }: Ctx,
  { liveId, peer, profileId }: HlsVisit,
  expiresSeconds: number,
): Promise<string> =>
  createHmac('sha512', await installationSecret(db, 'lives.hls'))
    .update(`hls ${liveId} ${peer} ${profileId} ${expiresSeconds}`)
    .digest()
    .toString('base64url', 0, SIGNATURE_BYTES);

export const playlistOf = async (ctx: Ctx, visit: HlsVisit): Promise<string> => {
  const expires = Math.floor(ctx.clock.now().getTime() / 1_000) + LIFETIME_SECONDS;
  const signature = await signatureOf(ctx, visit, expires);
  return `/live/${visit.liveId}/${visit.peer}/${expires}.${signature}/index.m3u8`;
};

const TOKEN = /^(\d{1,12})\.([\w-]{22})$/;

/** Whether this installation signed the address for this visit of this person, and it holds. */
export const isSigned = async (ctx: Ctx, visit: HlsVisit, token: string): Promise<boolean> => {
  const [, expires = '0', claimed = ''] = TOKEN.exec(token) ?? [];
  if (Number(expires) * 1_000 <= ctx.clock.now().getTime()) return false;
  const expected = Buffer.from(await signatureOf(ctx, visit, Number(expires)));
  const given = Buffer.from(claimed);
  return given.length === expected.length && timingSafeEqual(given, expected);
};
