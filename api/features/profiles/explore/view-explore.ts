// Explore: a page of producers with what their cards show.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import { tagKey } from '@camarim/contract/post-text';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { keyCursorOf, pageOf, readKeyCursor } from '../../../platform/http/cursor.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import { loadListings } from '../../listings/index.ts';
import { offersOf } from '../../tiers/index.ts';
import { imageAt, presentSummary } from '../present.ts';
import { ONLINE_MS } from '../rules.ts';
import type { SummaryRow } from '../store.ts';
import { imagesFor } from '../view-profiles.ts';
import { listProducers } from './explore-store.ts';

type ExploreQuery = QueryOf<Routes['GET /publics/profiles/online']>;
/** A producer in a list. `live` is false until lives exist. */
export type ProfileTile = DataInput<Routes['GET /publics/profiles/online']>[number];
/** The reader, and whether they proved their age: without a proof no text of a post is read. */
export type ExploreReader = { requester: Requester; adult: boolean };

const TAGS_SHOWN = 3;

/** The cards of producers that lists found, in their order: three queries for any number. */
export const presentTiles = async (
  ctx: Ctx,
  rows: readonly SummaryRow[],
  { requester, adult }: ExploreReader,
): Promise<ProfileTile[]> => {
  const ids = rows.map(({ id }) => id);
  const [images, listings, offers] = await Promise.all([
    imagesFor(ctx, rows, true),
    loadListings(ctx.db, ids, adult ? TAGS_SHOWN : 0),
    offersOf(ctx, ids, requester.profileId),
  ]);
  const now = ctx.clock.now();
  return rows.map((row) => {
    const listing = listings.get(row.id);
    return {
      ...presentSummary(row, images, now),
      live: false,
      headerMediaThumbs: imageAt(images, row.cover_media_id),
      ...(offers.get(row.id) ?? { free: false, plan: null }),
      totalPosts: listing?.total_posts ?? 0,
      totalPictures: listing?.total_pictures ?? 0,
      totalVideos: listing?.total_videos ?? 0,
      totalFollowers: listing?.total_followers ?? 0,
      tags: listing?.tags ?? [],
      listedAt: listing?.listed_at?.toISOString() ?? null,
    };
  });
};

/**
 * One page of producers; `cursor` begins the next one, null at the end. Throws age.proofRequired
 * for a tag that is looked for without a proof of age.
 */
export const exploreProducers = async (
  ctx: Ctx,
  query: ExploreQuery,
  reader: ExploreReader,
): Promise<{ data: ProfileTile[]; cursor: string | null }> => {
  if (query.tag !== undefined && !reader.adult) throw new AppError('age.proofRequired');
  const now = ctx.clock.now();
  const found = await listProducers(
    ctx.db,
    {
      requester: reader.requester,
      search: query.search || null,
      followedOnly: query.followings ?? false,
      viewedOnly: query.lastviewd ?? false,
      gender: query.gender ?? null,
      freeOnly: query.free ?? false,
      promotedOnly: query.promotion ?? false,
      seenAfter: query.online ? new Date(now.getTime() - ONLINE_MS) : null,
      tag: query.tag === undefined ? null : tagKey(query.tag.replace(/^#/, '')),
    },
    {
      sort: query.sort,
      before: readKeyCursor<ProfileId>(query.before),
      // One more, to know whether a next page exists.
      limit: query.limit + 1,
      offset: query.offset,
      now,
    },
  );
  const { page, cursor } = pageOf(found, query.limit, keyCursorOf);
  return { data: await presentTiles(ctx, page, reader), cursor };
};
