// A producer's welcome message. It is kept and shown to its owner: there are no rooms yet to send
// it into.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Requester, Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachMedias, eraseMedia, findInputUploads, viewMedia } from '../media/index.ts';
import {
  deleteWelcome,
  findWelcome,
  isInWelcomeOf,
  lockProfile,
  saveWelcome,
  uploadedAlone,
} from './store.ts';

type Welcome = DataInput<Routes['POST /profiles/welcome']>;
type Written = BodyOf<Routes['POST /profiles/welcome']>;

/** The producer whose message it is; the route lets nobody else in. */
type Host = { profileId: ProfileId };
export const mayWelcome = ({ profileId }: Viewer): Allowed<Host> => allow({ profileId });

/** Null when there is none. */
export const viewWelcome = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  { profileId }: Allowed<Host>,
  locale: Locale,
): Promise<Welcome | null> => {
  const row = await findWelcome(platform.db, profileId);
  if (!row) return null;
  const [medias = []] = await viewMedia(
    platform,
    [{ ids: row.media_ids, access: 'full', audience: profileId, owner: true }],
    locale,
  );
  return { id: row.id, message: row.message, medias, updatedAt: row.updated_at.toISOString() };
};

/**
 * Sets the message. Media uploaded for the one before and not taken over are erased. Throws
 * validate.required when there is neither text nor media, media.notFound, and upload.* of
 * attaching.
 */
export const writeWelcome = async (
  platform: Platform,
  host: Allowed<Host>,
  { message, medias }: Written,
  locale: Locale,
): Promise<Welcome> => {
  if (message === '' && medias.length === 0) throw fieldError('message', 'validate.required');
  const { profileId } = host;
  const uploads = await findInputUploads(platform, profileId, medias);
  await transaction(platform.db, async (tx) => {
    await lockProfile(tx, profileId);
    const before = await uploadedAlone(tx, profileId);
    const now = platform.clock.now();
    const attached = await attachMedias(platform, tx, medias, { ownerId: profileId, uploads, now });
    await saveWelcome(tx, profileId, {
      id: randomUUIDv7(),
      message,
      medias: attached.map(({ id, fresh }) => ({ mediaId: id, uploaded: fresh })),
      now,
    });
    const kept = new Set(attached.map(({ id }) => id));
    await eraseMedia(
      platform,
      tx,
      before.filter((id) => !kept.has(id)),
    );
  });
  const written = await viewWelcome(platform, host, locale);
  if (!written) throw new AppError('welcome.notFound');
  return written;
};

const remove = (platform: Platform, profileId: ProfileId): Promise<boolean> =>
  transaction(platform.db, async (tx) => {
    await lockProfile(tx, profileId);
    await eraseMedia(platform, tx, await uploadedAlone(tx, profileId));
    return deleteWelcome(tx, profileId);
  });

/** Throws welcome.notFound when there is none. */
export const removeWelcome = async (
  platform: Platform,
  { profileId }: Allowed<Host>,
): Promise<void> => {
  if (!(await remove(platform, profileId))) throw new AppError('welcome.notFound');
};

/** Because somebody removed their account. */
export const eraseWelcomeOf = async (platform: Platform, profileId: ProfileId): Promise<void> => {
  await remove(platform, profileId);
};

/** Whoever wrote the message sees its pictures; nobody else does until it can be sent. */
export const welcomeRight = async (
  { db }: Pick<Platform, 'db'>,
  mediaId: MediaId,
  { profileId }: Requester,
): Promise<'full' | null> =>
  profileId !== null && (await isInWelcomeOf(db, profileId, mediaId)) ? 'full' : null;
