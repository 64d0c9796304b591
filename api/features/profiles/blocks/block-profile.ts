// Blocking a profile and what ends with it; unblocking; the list of whom one blocks.
import type { Routes } from '@camarim/contract';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeFollow } from '../follow-store.ts';
import { removeProfileLike } from '../like-store.ts';
import { summarise } from '../view-profiles.ts';
import { announceHidden } from './announce.ts';
import { blockedBy, deleteBlock, insertBlock } from './store.ts';
import type { BlockPair } from './store.ts';

/**
 * Each side stops following and liking the other, for good. What is hidden follows from the block
 * alone.
 */
const part = async (tx: Platform['db'], { blockerId, blockedId }: BlockPair): Promise<void> => {
  // The lower id first, whoever blocks: two who block each other at once change rows in one order.
  const [one, other] =
    blockerId < blockedId ? ([blockerId, blockedId] as const) : ([blockedId, blockerId] as const);
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    await removeFollow(tx, { followerId: from, followeeId: to });
    await removeProfileLike(tx, { likerId: from, profileId: to });
  }
};

export const blockProfile = async (
  platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'log'>,
  pair: Allowed<BlockPair>,
): Promise<{ blocked: boolean }> => {
  await transaction(platform.db, async (tx) => {
    if (await insertBlock(tx, pair, platform.clock.now())) await part(tx, pair);
  });
  await announceHidden(platform, [pair.blockerId, pair.blockedId]);
  return { blocked: true };
};

export const unblockProfile = async (
  { db }: Pick<Platform, 'db'>,
  pair: Allowed<BlockPair>,
): Promise<{ blocked: boolean }> => {
  await deleteBlock(db, pair);
  return { blocked: false };
};

type Blockeds = 'GET /profiles/blockeds';

export const viewBlocked = async (
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Viewer,
  { search, limit, offset }: QueryOf<Routes[Blockeds]>,
): Promise<DataInput<Routes[Blockeds]>> => {
  const rows = await blockedBy(platform.db, viewer.profileId, {
    search: search || null,
    limit,
    offset,
  });
  const profiles = await summarise(
    platform,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, blockedAt }) => {
    const profile = profiles.get(id);
    return profile ? { ...profile, blockedAt: blockedAt.toISOString() } : [];
  });
};
