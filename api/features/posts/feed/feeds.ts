// Lists of posts: loads the positions of one page, then presents the posts for the reader.
import type { PostId } from '@camarim/contract/ids';
import { CALENDAR_DAYS_MAX, CALENDAR_POSTS_MAX, type ViewAs } from '@camarim/contract/limits';
import { tagKey } from '@camarim/contract/post-text';
import { DAY_MS } from '@camarim/contract/time';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import { cursorOf, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { standInFor, visibleProfile } from '../../profiles/index.ts';
import {
  calendarIds,
  type CalendarSpan,
  featuredPositions,
  unfollowedPositions,
  ownPositions,
  pinnedPosition,
  profilePositions,
  timelinePositions,
  unpublishedPositions,
} from './feed-store.ts';
import type { FeedPage, PostPosition } from './feed-store.ts';
import { archivedIds, savedOrLikedIds } from './saved-store.ts';
import { searchPositions } from './search-store.ts';
import type { PostView } from '../present.ts';
import { viewPosts } from '../view-posts.ts';
import type { Reader } from '../view-posts.ts';

/** One page; `cursor` begins the next one, null at the end. */
export type PostsPage = { data: PostView[]; cursor: string | null };

type CursorQuery = { limit: number; before?: string | undefined };
type OffsetQuery = { limit: number; offset: number };
type MemberReader = Reader & { requester: Viewer };

/**
 * Reads one more row than requested, to know whether a next page exists. What is `above` the first
 * page is not counted.
 */
const viewPage = async (
  ctx: Ctx,
  reader: Reader,
  { limit, before }: CursorQuery,
  list: (page: FeedPage) => Promise<PostPosition[]>,
  above: (now: Date) => Promise<PostPosition[]> = () => Promise.resolve([]),
): Promise<PostsPage> => {
  const now = ctx.clock.now();
  const [found, first] = await Promise.all([
    list({ before: readCursor<PostId>(before), limit: limit + 1, now }),
    before === undefined ? above(now) : [],
  ]);
  const { page, cursor } = pageOf(found, limit, cursorOf);
  return {
    data: await viewPosts(
      ctx,
      [...first, ...page].map(({ id }) => id),
      reader,
    ),
    cursor,
  };
};

/** Posts of followed profiles and the viewer's own; with `others`, of all other profiles. */
export const timeline = (
  ctx: Ctx,
  reader: MemberReader,
  { others, ...query }: CursorQuery & { others: boolean },
): Promise<PostsPage> =>
  viewPage(ctx, reader, query, (page) =>
    (others ? unfollowedPositions : timelinePositions)(ctx.db, reader.requester, page),
  );

/** The viewer's own posts, all but the archived or those in one state; `id` selects one of them. */
export const ownPosts = (
  ctx: Ctx,
  reader: MemberReader,
  {
    id,
    offset,
    state,
    ...query
  }: CursorQuery & { id?: PostId | undefined; offset: number; state?: string | undefined },
): Promise<PostsPage> =>
  viewPage(ctx, reader, query, (page) =>
    ownPositions(ctx.db, reader.requester.profileId, {
      ...page,
      id: id ?? null,
      offset,
      state: state ?? null,
    }),
  );

/**
 * The stand-in as whom the owner reads their own profile. Throws profile.viewAsOwnerOnly.
 */
export const standingIn = async (
  ctx: Ctx,
  profile: Parameters<typeof standInFor>[1],
  { requester, locale, adult }: Reader,
  viewAs: ViewAs,
): Promise<Reader> => {
  const standIn = await standInFor(ctx, profile, requester, viewAs);
  return { requester: standIn.requester, locale, adult, standIn };
};

/**
 * The listed posts of a profile, with the pinned one above the first page. Throws what
 * `visibleProfile` throws.
 */
export const profilePosts = async (
  ctx: Ctx,
  viewer: Reader,
  domainName: string,
  { viewAs, ...query }: CursorQuery & { viewAs?: ViewAs | undefined },
): Promise<PostsPage> => {
  const reader = viewAs ? await standingIn(ctx, { domainName }, viewer, viewAs) : viewer;
  const profileId = await visibleProfile(ctx, domainName, reader.requester);
  return viewPage(
    ctx,
    reader,
    query,
    (after) => profilePositions(ctx.db, profileId, after),
    (now) => pinnedPosition(ctx.db, profileId, now),
  );
};

/** The viewer's own posts that are not published yet. */
export const unpublishedPosts = async (
  ctx: Ctx,
  reader: MemberReader,
  { id, draft, ...query }: OffsetQuery & { id?: PostId | undefined; draft?: boolean | undefined },
): Promise<PostView[]> => {
  const found = await unpublishedPositions(ctx.db, reader.requester.profileId, {
    ...query,
    id: id ?? null,
    draft: draft ?? null,
    now: ctx.clock.now(),
  });
  return viewPosts(
    ctx,
    found.map((position) => position.id),
    reader,
  );
};

/**
 * The span of a calendar. Throws validate.invalid for one that ends before it begins or is too
 * long.
 */
export const calendarSpan = (from: string, until: string): CalendarSpan => {
  const span = { from: new Date(from), until: new Date(until) };
  const lengthMs = span.until.getTime() - span.from.getTime();
  if (lengthMs <= 0 || lengthMs > CALENDAR_DAYS_MAX * DAY_MS)
    throw fieldError('until', 'validate.invalid');
  return span;
};

/** The viewer's own posts that start or end in the span. */
export const calendarPosts = async (
  ctx: Ctx,
  reader: MemberReader,
  span: CalendarSpan,
): Promise<PostView[]> => {
  return viewPosts(
    ctx,
    await calendarIds(ctx.db, reader.requester.profileId, span, CALENDAR_POSTS_MAX),
    reader,
  );
};

/** Posts that the viewer saved, liked or archived, without those they no longer have access to. */
export const listPersonalPosts = async (
  ctx: Ctx,
  reader: MemberReader,
  list: 'saved' | 'liked' | 'archived',
  { id, ...query }: OffsetQuery & { id?: PostId | undefined },
): Promise<PostView[]> => {
  const page = { ...query, id: id ?? null, now: ctx.clock.now() };
  const ids = await (list === 'archived'
    ? archivedIds(ctx.db, reader.requester, page)
    : savedOrLikedIds(ctx.db, list, reader.requester, page));
  return viewPosts(ctx, ids, reader);
};

const ONE_TAG = /^#([\p{L}\p{N}_]{1,50})$/u;

/**
 * Public posts that match the words, or the tag. Throws age.proofRequired without an age proof,
 * because then no text may be read.
 */
export const searchPosts = async (
  ctx: Ctx,
  reader: Reader,
  { q, ...query }: CursorQuery & { q: string },
): Promise<PostsPage> => {
  if (!reader.adult) throw new AppError('age.proofRequired');
  const tag = ONE_TAG.exec(q)?.[1];
  return viewPage(ctx, reader, query, (page) =>
    searchPositions(
      ctx.db,
      tag === undefined ? { words: q } : { tag: tagKey(tag) },
      reader.requester,
      page,
    ),
  );
};

/** The posts of the home page. */
export const featuredPosts = async (
  ctx: Ctx,
  reader: Reader,
  query: OffsetQuery,
): Promise<PostView[]> => {
  const found = await featuredPositions(ctx.db, reader.requester, {
    ...query,
    now: ctx.clock.now(),
  });
  return viewPosts(
    ctx,
    found.map((position) => position.id),
    reader,
  );
};
