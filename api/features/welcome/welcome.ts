// A producer's welcome message: what it says. Chats send it.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { attachMedias, eraseMedia, findInputUploads, viewMedia } from '../media/index.ts';
import { unneededAmong } from '../posts/index.ts';
import { ownReviews } from '../reviews/index.ts';
import { canDeclare, declareMedia } from '../verifications/index.ts';
import { submitWelcome } from './reviewable-welcomes.ts';
import { deleteWelcome, findWelcome, isInWelcomeOf, lockWelcome, saveWelcome } from './store.ts';

type Welcome = DataInput<Routes['POST /profiles/welcome']>;
type WelcomeBody = BodyOf<Routes['POST /profiles/welcome']>;

/** The producer whose message it is; the route guard has checked the role. */
type WelcomeOwner = { profileId: ProfileId };
export const canEditWelcome = ({ profileId }: Viewer): Allowed<WelcomeOwner> =>
  allow({ profileId });

/** Null when there is none. */
export const viewWelcome = async (
  ctx: Ctx,
  { profileId }: Allowed<WelcomeOwner>,
  locale: Locale,
): Promise<Welcome | null> => {
  const row = await findWelcome(ctx.db, profileId);
  if (!row) return null;
  const [medias = []] = await viewMedia(
    ctx,
    [{ ids: row.media_ids, access: 'full', audience: profileId, owner: true }],
    locale,
  );
  const reviews = await ownReviews(ctx, 'welcome', row.held_at ? [row.id] : []);
  return {
    id: row.id,
    message: row.message,
    medias,
    review: reviews.get(row.id) ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
};

/**
 * Writes the message in the place of the one there was. Media of the previous one that nothing
 * needs any more are erased. Throws validate.required when there is neither text nor media,
 * media.notFound, and upload.* of attaching.
 */
export const writeWelcome = async (
  ctx: Ctx,
  host: Allowed<WelcomeOwner>,
  { message, medias, performerIds }: WelcomeBody,
  locale: Locale,
): Promise<Welcome> => {
  if (message === '' && medias.length === 0) throw fieldError('message', 'validate.required');
  const { profileId } = host;
  const uploads = await findInputUploads(ctx, profileId, medias);
  await transaction(ctx.db, async (tx) => {
    const appearing = await canDeclare(tx, profileId, performerIds, 'message');
    await lockWelcome(tx, profileId);
    const before = await findWelcome(tx, profileId);
    const now = ctx.clock.now();
    const attached = await attachMedias(ctx, tx, medias, { ownerId: profileId, uploads, now });
    await declareMedia(
      tx,
      appearing,
      attached.map(({ id }) => id),
      { scope: 'message', now },
    );
    const mediaIds = attached.map((media) => media.id);
    const id = before?.id ?? newId();
    await saveWelcome(tx, profileId, {
      id,
      message,
      mediaIds,
      now,
    });
    await submitWelcome(ctx, tx, { id, producerId: profileId, before }, { message, mediaIds });
    await eraseMedia(ctx, tx, await unneededAmong(tx, before?.media_ids ?? []));
  });
  const written = await viewWelcome(ctx, host, locale);
  if (!written) throw new AppError('welcome.notFound');
  return written;
};

/** Media that it showed and that nothing needs any more are erased. False when there was none. */
const removeIn = async (ctx: Ctx, tx: Transaction, profileId: ProfileId): Promise<boolean> => {
  await lockWelcome(tx, profileId);
  const row = await findWelcome(tx, profileId);
  if (!row) return false;
  await deleteWelcome(tx, profileId);
  await eraseMedia(ctx, tx, await unneededAmong(tx, row.media_ids));
  return true;
};

/** Throws welcome.notFound when there is none. */
export const removeWelcome = (ctx: Ctx, { profileId }: Allowed<WelcomeOwner>): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!(await removeIn(ctx, tx, profileId))) throw new AppError('welcome.notFound');
  });

/**
 * Called when an account is removed, after its vault and posts: media of those that the message
 * showed, too, were left for it.
 */
export const eraseWelcomeOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  await transaction(ctx.db, (tx) => removeIn(ctx, tx, profileId));
};

/** The message's author has access to its media; its receivers have it through their messages. */
export const mediaAccess: MediaAccessSource = {
  ground: 'ownership',
  purposes: ['post'],
  accessTo: async ({ db }, { id }, { profileId }) =>
    profileId !== null && (await isInWelcomeOf(db, profileId, id))
      ? { level: 'full', reason: 'owner' }
      : NO_ACCESS,
};
