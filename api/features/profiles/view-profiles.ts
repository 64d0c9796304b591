// From ids or a name to profiles as their viewer sees them: one query of rows, one of images.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Gender } from '@camarim/contract/limits';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { NOWHERE } from '../../platform/http/place.ts';
import type { Platform } from '../../platform/platform.ts';
import { imageOf } from '../media/index.ts';
import { noteView } from './note-view.ts';
import { planOf } from '../tiers/index.ts';
import { openContacts } from './contacts/contacts.ts';
import {
  imageAt,
  presentOwnDetails,
  presentOwnProfile,
  presentPublicProfile,
  presentSummary,
} from './present.ts';
import type {
  Images,
  OwnDetails,
  OwnProfile,
  Profile,
  ProfileSummary,
  PublicProfile,
} from './present.ts';
import { refusalOf } from './rules.ts';
import { countSubscribers, listProducers, loadProfile, loadSummaries } from './store.ts';
import type { ProfileRow, SummaryRow } from './store.ts';

type Reading = Pick<Platform, 'db' | 'clock'>;

const imagesFor = async (
  platform: Reading,
  rows: readonly SummaryRow[],
  covers = false,
): Promise<Images> => {
  const wanted = rows.flatMap((row) =>
    covers ? [row.avatar_media_id, row.cover_media_id] : [row.avatar_media_id],
  );
  const ids = wanted.filter((id): id is MediaId => id !== null);
  return ids.length === 0 ? new Map() : imageOf(platform, ids);
};

/**
 * Summaries by profile id, for lists of anything that has an author: two queries, whatever the
 * number. Who is hidden is not looked at, because a list leaves that out before it asks who wrote
 * the rest.
 */
export const summarise = async (
  platform: Reading,
  ids: readonly ProfileId[],
): Promise<Map<ProfileId, ProfileSummary>> => {
  const rows = await loadSummaries(platform.db, ids);
  const images = await imagesFor(platform, rows);
  const now = platform.clock.now();
  return new Map(rows.map((row) => [row.id, presentSummary(row, images, now)]));
};

type Own = Reading & Pick<Platform, 'seal'>;

const loadOwn = async (platform: Own, id: ProfileId) => {
  const now = platform.clock.now();
  const row = await loadProfile(platform.db, { id }, { profileId: id, place: NOWHERE }, now);
  if (!row) throw new AppError('profile.notFound');
  return [
    row,
    openContacts(platform.seal, id, row.contacts),
    await imagesFor(platform, [row], true),
    now,
  ] as const;
};

/** One's own profile, as the session tells it. */
export const viewOwnProfile = async (platform: Own, id: ProfileId): Promise<OwnProfile> =>
  presentOwnProfile(...(await loadOwn(platform, id)));

/** One's own profile with phones and address, for nobody else. */
export const viewOwnDetails = async (
  platform: Own & Pick<Platform, 'config'>,
  id: ProfileId,
): Promise<OwnDetails> =>
  presentOwnDetails(platform.config.FEE_BPS, ...(await loadOwn(platform, id)));

const findVisible = async (
  { db }: Reading,
  domainName: string,
  requester: Requester,
  now: Date,
): Promise<ProfileRow> => {
  const row = await loadProfile(db, { domainName }, requester, now);
  if (!row) throw new AppError('profile.notFound');
  const refusal = refusalOf(row, requester.profileId);
  if (refusal) throw new AppError(refusal);
  return row;
};

/**
 * The page behind a domain name; members are noted as having seen it. Throws profile.notFound,
 * profile.notLocated and profile.blocked when there is none for this requester.
 */
export const viewPublicProfile = async (
  platform: Reading,
  domainName: string,
  requester: Requester,
): Promise<PublicProfile> => {
  const now = platform.clock.now();
  const row = await findVisible(platform, domainName, requester, now);
  const { profileId } = requester;
  if (profileId !== null && profileId !== row.id) await noteView(platform, profileId, row.id);
  const [images, tier, totalSubscriber] = await Promise.all([
    imagesFor(platform, [row], true),
    planOf(platform, row.id, profileId),
    profileId === row.id ? countSubscribers(platform.db, row.id, now) : null,
  ]);
  return presentPublicProfile(row, { tier, totalSubscriber }, images, now);
};

/** The id behind a domain name. Throws as viewPublicProfile does. */
export const visibleProfile = async (
  platform: Reading,
  domainName: string,
  requester: Requester,
): Promise<ProfileId> =>
  (await findVisible(platform, domainName, requester, platform.clock.now())).id;

export type OnlineQuery = {
  search?: string | undefined;
  followings?: boolean | undefined;
  lastviewd?: boolean | undefined;
  gender?: Gender | undefined;
  limit: number;
  offset: number;
};

/** A tile of the list of producers. Nobody is live until there are lives. */
export type OnlineTile = ProfileSummary & {
  live: boolean;
  headerMediaThumbs: Profile['headerMediaThumbs'];
};

/** Producers, those seen last first, or those last looked at. */
export const viewOnlineProducers = async (
  platform: Reading,
  query: OnlineQuery,
  requester: Requester,
): Promise<OnlineTile[]> => {
  const rows = await listProducers(platform.db, {
    requester,
    search: query.search || null,
    followedOnly: query.followings ?? false,
    viewedOnly: query.lastviewd ?? false,
    gender: query.gender ?? null,
    limit: query.limit,
    offset: query.offset,
  });
  const images = await imagesFor(platform, rows, true);
  const now = platform.clock.now();
  return rows.map((row) => ({
    ...presentSummary(row, images, now),
    live: false,
    headerMediaThumbs: imageAt(images, row.cover_media_id),
  }));
};
