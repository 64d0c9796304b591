// Signed addresses of documents, valid for one administrator and for minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import { installationSecret } from '../../../platform/installation/secret.ts';
import type { Ctx } from '../../../context.ts';
import { documentKey } from './documents.ts';
import type { DocumentName } from '../kinds.ts';
import type { Holder } from './documents.ts';

const LIFETIME_SECONDS = 300;

/** Identifies a document and its owner. */
export type DocumentRef = { holder: Holder; name: DocumentName; ownerId: ProfileId };

const signatureOf = async (
  ctx: Ctx,
  { holder, name, ownerId }: DocumentRef,
  adminId: ProfileId,
  expiresSeconds: number,
): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(ctx.db, 'documents.addresses'))
    .update(`${documentKey(holder, name)} ${ownerId} ${adminId} ${expiresSeconds}`)
    .digest();

export const documentAddress = async (
  ctx: Ctx,
  shown: DocumentRef,
  adminId: ProfileId,
): Promise<string> => {
  const expiresSeconds = Math.floor(ctx.clock.now().getTime() / 1_000) + LIFETIME_SECONDS;
  const signature = await signatureOf(ctx, shown, adminId, expiresSeconds);
  return `/files/documents/${shown.holder.group}/${shown.holder.id}/${shown.name}?o=${shown.ownerId}&e=${expiresSeconds}&s=${signature.toString('base64url')}`;
};

/** Whether the address was signed for this administrator and has not expired. */
export const isValidAddress = async (
  ctx: Ctx,
  shown: DocumentRef,
  adminId: ProfileId,
  expiresSeconds: number,
  signature: string,
): Promise<boolean> => {
  const wanted = Buffer.from(
    (await signatureOf(ctx, shown, adminId, expiresSeconds)).toString('base64url'),
  );
  const given = Buffer.from(signature);
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    expiresSeconds * 1_000 > ctx.clock.now().getTime()
  );
};
