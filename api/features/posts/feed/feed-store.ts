// Lists of posts: each is one statement that returns positions only, without posts hidden from the
// viewer.
import type { PostId, ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';
import type { Position } from '../../../platform/http/cursor.ts';
import { regionOf } from '../../../platform/http/place.ts';
import type { Requester, Viewer } from '../../../platform/http/viewer.ts';
import { isListed } from '../../listings/index.ts';
import { hiddenFrom, requesterAt } from '../../profiles/index.ts';

/** The sort key of every feed: a post's start and id. */
export type PostPosition = Position<PostId>;

/** One page after `before`, newest first. */
export type FeedPage = { before: PostPosition | null; limit: number; now: Date };

type Row = { id: PostId; start_when: Date };

const positionsOf = (rows: readonly Row[]): PostPosition[] =>
  rows.map((row) => ({ id: row.id, at: row.start_when }));

// $1 is the owner of the list; $2 and $3 the cursor; $4 the limit; $5 now; $6 and $7 the location
// of the requester.
const AFTER = '(p.start_when, p.id) < ($2::timestamptz, $3::uuid)';
const NEWEST_FIRST = 'ORDER BY p.start_when DESC, p.id DESC LIMIT $4';
// "infinity" instead of a second statement for first pages: one prepared plan serves both.
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const pageValues = (id: ProfileId, { before, limit }: FeedPage): unknown[] => [
  id,
  before?.at ?? 'infinity',
  before?.id ?? LAST_ID,
  limit,
];
const requesterPageValues = ({ profileId, place }: Viewer, page: FeedPage): unknown[] => [
  ...pageValues(profileId, page),
  page.now,
  regionOf(place),
  place.city,
];

const selectTimeline = preparedRead<Row>(`
  SELECT p.id, p.start_when
  FROM (SELECT followee_id AS id FROM follows WHERE follower_id = $1::uuid
    UNION ALL SELECT $1::uuid) author
  JOIN profiles o ON o.id = author.id AND o.producer_stage = 'approved'
  CROSS JOIN LATERAL (
    SELECT p.id, p.start_when FROM posts p WHERE p.profile_id = author.id AND ${isListed('$5')}
      AND ${AFTER} ${NEWEST_FIRST}
  ) p
  CROSS JOIN ${requesterAt(1, 6, 7)}
  WHERE NOT ${hiddenFrom('author.id')} ${NEWEST_FIRST}`);

/**
 * Posts of the profiles the viewer follows, and the viewer's own. Reads the newest few of each
 * profile by index and merges them: 14 times as fast as one range over all posts of all followees.
 */
export const timelinePositions = async (
  db: Database,
  viewer: Viewer,
  page: FeedPage,
): Promise<PostPosition[]> =>
  positionsOf(await selectTimeline(db, ...requesterPageValues(viewer, page)));

const selectUnfollowed = preparedRead<Row>(`
  SELECT p.id, p.start_when
  FROM posts p JOIN profiles o ON o.id = p.profile_id AND o.producer_stage = 'approved'
    CROSS JOIN ${requesterAt(1, 6, 7)}
  WHERE ${isListed('$5')} AND ${AFTER} AND p.profile_id <> $1::uuid
    AND NOT EXISTS (SELECT FROM follows f WHERE f.follower_id = $1::uuid
      AND f.followee_id = p.profile_id)
    AND NOT ${hiddenFrom('p.profile_id')} ${NEWEST_FIRST}`);

/** Posts of profiles that the viewer does not follow, without the viewer's own. */
export const unfollowedPositions = async (
  db: Database,
  viewer: Viewer,
  page: FeedPage,
): Promise<PostPosition[]> =>
  positionsOf(await selectUnfollowed(db, ...requesterPageValues(viewer, page)));

const selectPinned = preparedRead<Row>(
  `SELECT p.id, p.start_when FROM posts p WHERE p.profile_id = $1::uuid AND p.pinned
    AND ${isListed('$2')}`,
);

/** The post at the top of a profile's page, if any. */
export const pinnedPosition = async (
  db: Database,
  profileId: ProfileId,
  now: Date,
): Promise<PostPosition[]> => positionsOf(await selectPinned(db, profileId, now));

const selectProfile = preparedRead<Row>(
  `SELECT p.id, p.start_when FROM posts p WHERE p.profile_id = $1::uuid AND NOT p.pinned
    AND ${isListed('$5')} AND ${AFTER} ${NEWEST_FIRST}`,
);

/**
 * Listed posts of a profile except the pinned one. The caller checks whether the profile is hidden.
 */
export const profilePositions = async (
  db: Database,
  profileId: ProfileId,
  page: FeedPage,
): Promise<PostPosition[]> =>
  positionsOf(await selectProfile(db, ...pageValues(profileId, page), page.now));

// As `postStateOf` decides it; $8 is now.
const STATE = `CASE WHEN p.archived_at IS NOT NULL THEN 'archived' WHEN p.draft THEN 'draft' WHEN p.status = 'error' THEN 'failed'
  WHEN p.withheld_at IS NOT NULL THEN 'withheld'
  WHEN p.held_at IS NOT NULL AND p.status = 'processed' THEN CASE WHEN EXISTS (SELECT FROM content_reviews r WHERE r.kind = 'post' AND r.subject_id = p.id AND r.state = 'waiting') THEN 'inReview' ELSE 'refused' END
  WHEN p.playable_at IS NULL THEN 'processing' WHEN p.start_when > $8::timestamptz THEN 'scheduled'
  WHEN p.expires_at <= $8::timestamptz THEN 'ended' ELSE 'published' END`;

const selectOwn = preparedRead<Row>(
  `SELECT p.id, p.start_when FROM posts p WHERE p.profile_id = $1::uuid AND p.deleted_at IS NULL
    AND CASE WHEN $7::text IS NULL THEN p.archived_at IS NULL ELSE ${STATE} = $7::text END
    AND ($5::uuid IS NULL OR p.id = $5::uuid) AND ${AFTER} ${NEWEST_FIRST} OFFSET $6`,
);

/** The profile's own posts: in every state except archived and deleted, or in one state. */
export const ownPositions = async (
  db: Database,
  profileId: ProfileId,
  {
    id,
    offset,
    state,
    ...page
  }: FeedPage & { id: PostId | null; offset: number; state: string | null },
): Promise<PostPosition[]> =>
  positionsOf(await selectOwn(db, ...pageValues(profileId, page), id, offset, state, page.now));

type OffsetPage = { limit: number; offset: number; now: Date };

const selectUnpublished = preparedRead<Row>(`
  SELECT p.id, p.start_when FROM posts p
  WHERE p.profile_id = $1::uuid AND p.deleted_at IS NULL AND p.archived_at IS NULL
    AND (p.playable_at IS NULL OR p.start_when > $2::timestamptz) AND ($3::uuid IS NULL
      OR p.id = $3::uuid) AND ($6::boolean IS NULL OR p.draft = $6::boolean)
  ORDER BY p.start_when DESC, p.id DESC LIMIT $4 OFFSET $5`);

/**
 * The profile's own posts that are not published yet: drafts, processing, failed or scheduled. `id`
 * selects one of them, `draft` drafts or the rest.
 */
export const unpublishedPositions = async (
  db: Database,
  profileId: ProfileId,
  { id, draft, limit, offset, now }: OffsetPage & { id: PostId | null; draft: boolean | null },
): Promise<PostPosition[]> =>
  positionsOf(await selectUnpublished(db, profileId, now, id, limit, offset, draft));

/** Newest public posts among which the most liked are looked for. */
const RECENT_POSTS = 500;
const RANKED = 'p.id, p.profile_id, p.start_when, p.featured_at, p.total_likes';

const selectFeatured = preparedRead<Row>(`
  WITH candidates AS (
    (SELECT ${RANKED} FROM posts p WHERE p.featured_at IS NOT NULL AND ${isListed('$2')}
      ORDER BY p.featured_at DESC, p.id DESC LIMIT ${RECENT_POSTS})
    UNION ALL
    (SELECT ${RANKED} FROM posts p WHERE p.featured_at IS NULL AND p.audience = 'public'
      AND ${isListed('$2')}
     ORDER BY p.start_when DESC, p.id DESC LIMIT ${RECENT_POSTS})
  )
  SELECT p.id, p.start_when
  FROM candidates p JOIN profiles o ON o.id = p.profile_id AND o.producer_stage = 'approved'
    CROSS JOIN ${requesterAt(1, 5, 6)}
  WHERE NOT ${hiddenFrom('p.profile_id')}
  ORDER BY p.featured_at DESC NULLS LAST, p.total_likes DESC, p.start_when DESC, p.id DESC
    LIMIT $3 OFFSET $4`);

/**
 * Posts of the home page: those featured by administrators, newest first, then the most liked of
 * the recent public ones.
 */
export const featuredPositions = async (
  db: Database,
  { profileId, place }: Requester,
  { limit, offset, now }: OffsetPage,
): Promise<PostPosition[]> =>
  positionsOf(await selectFeatured(db, profileId, now, limit, offset, regionOf(place), place.city));

export type CalendarSpan = { from: Date; until: Date };

const selectCalendar = preparedRead<{ id: PostId }>(`
  SELECT p.id FROM posts p
  WHERE p.profile_id = $1::uuid AND p.deleted_at IS NULL AND p.archived_at IS NULL AND NOT p.draft
    AND (p.start_when >= $2::timestamptz AND p.start_when < $3::timestamptz
      OR p.expires_at >= $2::timestamptz AND p.expires_at < $3::timestamptz)
  ORDER BY p.start_when, p.id LIMIT $4`);

/** Earliest start first. */
export const calendarIds = async (
  db: Database,
  profileId: ProfileId,
  { from, until }: CalendarSpan,
  limit: number,
): Promise<PostId[]> =>
  (await selectCalendar(db, profileId, from, until, limit)).map(({ id }) => id);
