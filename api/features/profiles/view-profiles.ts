// From ids or a name to profiles as their viewer sees them: one query of rows, one of images.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { imageOf } from '../media/index.ts';
import { imageAt, presentOwnProfile, presentProfile, presentSummary } from './present.ts';
import type { Images, OwnProfile, Profile, ProfileSummary } from './present.ts';
import { isVisible } from './rules.ts';
import { listProducers, loadProfile, loadSummaries } from './store.ts';
import type { ProfileRow, SummaryRow } from './store.ts';

type Reading = Pick<Platform, 'db' | 'clock'>;

const imagesFor = async (platform: Reading, rows: readonly SummaryRow[], covers = false): Promise<Images> => {
  const wanted = rows.flatMap((row) => (covers ? [row.avatar_media_id, row.cover_media_id] : [row.avatar_media_id]));
  const ids = wanted.filter((id): id is MediaId => id !== null);
  return ids.length === 0 ? new Map() : imageOf(platform, ids);
};

/**
 * Summaries by profile id, for lists of anything that has an author: two queries, whatever the number. Blocks are not
 * looked at, because a list leaves out what a block hides before it asks who wrote the rest.
 */
export const summarise = async (platform: Reading, ids: readonly ProfileId[]): Promise<Map<ProfileId, ProfileSummary>> => {
  const rows = await loadSummaries(platform.db, ids);
  const images = await imagesFor(platform, rows);
  const now = platform.clock.now();
  return new Map(rows.map((row) => [row.id, presentSummary(row, images, now)]));
};

/** One's own profile. */
export const viewOwnProfile = async (platform: Reading, id: ProfileId): Promise<OwnProfile> => {
  const now = platform.clock.now();
  const row = await loadProfile(platform.db, { id }, id, now);
  if (!row) throw new AppError('profile.notFound');
  return presentOwnProfile(row, await imagesFor(platform, [row], true), now);
};

const findVisible = async ({ db }: Reading, domainName: string, viewer: Viewer | null, now: Date): Promise<ProfileRow> => {
  const viewerId = viewer?.profileId ?? null;
  const row = await loadProfile(db, { domainName }, viewerId, now);
  if (!row || !isVisible(row, viewerId)) throw new AppError('profile.notFound');
  return row;
};

/** The page behind a domain name; profile.notFound when there is none for this viewer. */
export const viewPublicProfile = async (platform: Reading, domainName: string, viewer: Viewer | null): Promise<Profile> => {
  const now = platform.clock.now();
  const row = await findVisible(platform, domainName, viewer, now);
  return presentProfile(row, await imagesFor(platform, [row], true), now);
};

/** The id behind a domain name; profile.notFound when the viewer has no page there to see. */
export const visibleProfile = async (platform: Reading, domainName: string, viewer: Viewer | null): Promise<ProfileId> =>
  (await findVisible(platform, domainName, viewer, platform.clock.now())).id;

export type OnlineQuery = { search?: string | undefined; followings?: boolean | undefined; limit: number; offset: number };

/** A tile of the list of producers. Nobody is live until there are lives. */
export type OnlineTile = ProfileSummary & { live: boolean; headerMediaThumbs: Profile['headerMediaThumbs'] };

/** Producers, those seen last first. */
export const viewOnlineProducers = async (platform: Reading, query: OnlineQuery, viewer: Viewer | null): Promise<OnlineTile[]> => {
  const rows = await listProducers(platform.db, {
    viewerId: viewer?.profileId ?? null,
    search: query.search || null,
    followedOnly: query.followings ?? false,
    limit: query.limit,
    offset: query.offset,
  });
  const images = await imagesFor(platform, rows, true);
  const now = platform.clock.now();
  return rows.map((row) => ({ ...presentSummary(row, images, now), live: false, headerMediaThumbs: imageAt(images, row.cover_media_id) }));
};
