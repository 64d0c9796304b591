// A producer's welcome message: what it says. Chats send it.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { attachMedias, eraseMedia, findInputUploads, viewMedia } from '../media/index.ts';
import { canDeclare, declareMedia } from '../verifications/index.ts';
import {
  deleteWelcome,
  findWelcome,
  isInWelcomeOf,
  lockWelcome,
  saveWelcome,
  listUnsharedUploads,
} from './store.ts';

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
  return { id: row.id, message: row.message, medias, updatedAt: row.updated_at.toISOString() };
};

/**
 * Replaces the message. Media that were uploaded for the previous one and are not reused are
 * erased. Throws validate.required when there is neither text nor media, media.notFound, and
 * upload.* of attaching.
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
    const before = await listUnsharedUploads(tx, profileId);
    const now = ctx.clock.now();
    const attached = await attachMedias(ctx, tx, medias, { ownerId: profileId, uploads, now });
    await declareMedia(
      tx,
      appearing,
      attached.map(({ id }) => id),
      { scope: 'message', now },
    );
    await saveWelcome(tx, profileId, {
      id: randomUUIDv7(),
      message,
      medias: attached.map(({ id, fresh }) => ({ mediaId: id, uploaded: fresh })),
      now,
    });
    const reused = new Set(attached.map(({ id }) => id));
    await eraseMedia(
      ctx,
      tx,
      before.filter((id) => !reused.has(id)),
    );
  });
  const written = await viewWelcome(ctx, host, locale);
  if (!written) throw new AppError('welcome.notFound');
  return written;
};

const remove = (ctx: Ctx, profileId: ProfileId): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    await lockWelcome(tx, profileId);
    await eraseMedia(ctx, tx, await listUnsharedUploads(tx, profileId));
    return deleteWelcome(tx, profileId);
  });

/** Throws welcome.notFound when there is none. */
export const removeWelcome = async (
  ctx: Ctx,
  { profileId }: Allowed<WelcomeOwner>,
): Promise<void> => {
  if (!(await remove(ctx, profileId))) throw new AppError('welcome.notFound');
};

/** Called when an account is removed. */
export const eraseWelcomeOf = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  await remove(ctx, profileId);
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
