// Routes of /follows.
import type { Routes } from '@camarim/contract';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { handlers } from '../../platform/http/mount.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { summarise } from '../profiles/index.ts';
import { listFollows } from './store.ts';
import type { Side } from './store.ts';

type FollowEntry = DataInput<Routes['GET /follows/followings']>[number];
type Query = QueryOf<Routes['GET /follows/followings']>;

const viewFollows = async (
  ctx: Ctx,
  side: Side,
  viewer: Viewer,
  { search, limit, offset }: Query,
): Promise<FollowEntry[]> => {
  const rows = await listFollows(ctx.db, side, viewer, {
    search: search || null,
    limit,
    offset,
  });
  const profiles = await summarise(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, created_at, follower }) => {
    const profile = profiles.get(id);
    return profile ? [{ ...profile, followedAt: created_at.toISOString(), follower }] : [];
  });
};

export const followsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /follows/followings': async ({ query, viewer }) => ({
      data: await viewFollows(ctx, 'followings', viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'GET /follows/followers': async ({ query, viewer }) => ({
      data: await viewFollows(ctx, 'followers', viewer, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });
