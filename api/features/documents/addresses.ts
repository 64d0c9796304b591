// Addresses of documents: for one administrator's eyes, for minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import { installationSecret } from '../../platform/installation/secret.ts';
import type { Platform } from '../../platform/platform.ts';
import { documentKey } from './documents.ts';
import type { DocumentName, Holder } from './documents.ts';

const LIFE_SECONDS = 300;

/** Which document of whom is meant. */
export type Shown = { holder: Holder; name: DocumentName; ownerId: ProfileId };

const signatureOf = async (
  platform: Pick<Platform, 'db'>,
  { holder, name, ownerId }: Shown,
  adminId: ProfileId,
  expiresSeconds: number,
): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(platform.db, 'documents.addresses'))
    .update(`${documentKey(holder, name)} ${ownerId} ${adminId} ${expiresSeconds}`)
    .digest();

export const documentAddress = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  shown: Shown,
  adminId: ProfileId,
): Promise<string> => {
  const expiresSeconds = Math.floor(platform.clock.now().getTime() / 1_000) + LIFE_SECONDS;
  const signature = await signatureOf(platform, shown, adminId, expiresSeconds);
  return `/files/documents/${shown.holder.group}/${shown.holder.id}/${shown.name}?o=${shown.ownerId}&e=${expiresSeconds}&s=${signature.toString('base64url')}`;
};

/** Whether the address was given to this administrator and is still in time. */
export const holds = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  shown: Shown,
  adminId: ProfileId,
  expiresSeconds: number,
  signature: string,
): Promise<boolean> => {
  const wanted = Buffer.from(
    (await signatureOf(platform, shown, adminId, expiresSeconds)).toString('base64url'),
  );
  const given = Buffer.from(signature);
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    expiresSeconds * 1_000 > platform.clock.now().getTime()
  );
};
