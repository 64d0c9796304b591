// Blocking and unblocking a profile, and the viewer's list of blocked profiles.
import type { Routes } from '@camarim/contract';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteFollow } from '../follow-store.ts';
import { deleteProfileLike } from '../like-store.ts';
import { summarise } from '../view-profiles.ts';
import { type BlockPair, blockedBy, deleteBlock, insertBlock } from './store.ts';

/**
 * Deletes follows and likes in both directions; they do not return with an unblock. Visibility
 * depends on the block alone.
 */
const endRelations = async (
  tx: Platform['db'],
  { blockerId, blockedId }: BlockPair,
): Promise<void> => {
  // The lower id first, so that two profiles that block each other at once lock rows in the same
  // order.
  const [one, other] =
    blockerId < blockedId ? ([blockerId, blockedId] as const) : ([blockedId, blockerId] as const);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    await deleteFollow(tx, { followerId: from, followeeId: to });
    await deleteProfileLike(tx, { likerId: from, profileId: to });
  }
};

export const blockProfile = async (
  { db, clock, outbox }: Ctx,
  pair: Allowed<BlockPair>,
): Promise<{ blocked: boolean }> => {
  await transaction(db, async (tx) => {
    if (!(await insertBlock(tx, pair, clock.now()))) return;
    await endRelations(tx, pair);
    await outbox.changeAccess(tx, { viewers: [pair.blockerId, pair.blockedId] });
  });
  return { blocked: true };
};

export const unblockProfile = async (
  { db }: Ctx,
  pair: Allowed<BlockPair>,
): Promise<{ blocked: boolean }> => {
  await deleteBlock(db, pair);
  return { blocked: false };
};

type BlockedProfilesRoute = 'GET /profiles/blockeds';

export const viewBlocked = async (
  ctx: Ctx,
  viewer: Viewer,
  { search, limit, offset }: QueryOf<Routes[BlockedProfilesRoute]>,
): Promise<DataInput<Routes[BlockedProfilesRoute]>> => {
  const rows = await blockedBy(ctx.db, viewer.profileId, {
    search: search || null,
    limit,
    offset,
  });
  const profiles = await summarise(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, blockedAt }) => {
    const profile = profiles.get(id);
    return profile ? { ...profile, blockedAt: blockedAt.toISOString() } : [];
  });
};
