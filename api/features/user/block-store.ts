// SQL of blocks of accounts: columns of `users`, and the stage of the profile, which hides it.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ProducerStage } from '../profiles/index.ts';

/** An account as a decision about its block reads it. */
export type BlockableUser = {
  profile_id: ProfileId;
  staff_role: StaffRole | null;
  producer_stage: ProducerStage;
  blocked_at: Date | null;
  block_ends_at: Date | null;
};

/**
 * Locked until the transaction ends, the profile first, as removals do; null when there is no such
 * account, or it is removed.
 */
export const lockUser = async (tx: Database, id: UserId): Promise<BlockableUser | null> => {
  await sql`SELECT FROM profiles WHERE user_id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<BlockableUser>`
    SELECT p.id AS profile_id, u.staff_role, p.producer_stage, u.blocked_at, u.block_ends_at
    FROM users u JOIN profiles p ON p.user_id = u.id
    WHERE u.id = ${id}::uuid AND u.removed_at IS NULL FOR NO KEY UPDATE OF u`.execute(tx);
  return rows[0] ?? null;
};

/**
 * The profile is suspended as by a decision about a producer, and its stage is kept for the end.
 */
export const insertBlock = async (
  tx: Database,
  id: UserId,
  { reason, endsAt, now }: { reason: string; endsAt: Date | null; now: Date },
): Promise<void> => {
  await sql`
    UPDATE users u SET blocked_at = ${now}, block_reason = ${reason}, block_ends_at = ${endsAt},
      stage_before_block = p.producer_stage
    FROM profiles p WHERE p.user_id = u.id AND u.id = ${id}::uuid`.execute(tx);
  await tx
    .updateTable('profiles')
    .set({ producer_stage: 'suspended' })
    .where('user_id', '=', id)
    .execute();
};

export const deleteBlock = async (tx: Database, id: UserId): Promise<void> => {
  await sql`
    UPDATE profiles p SET producer_stage = coalesce(u.stage_before_block, p.producer_stage)
    FROM users u WHERE u.id = p.user_id AND u.id = ${id}::uuid`.execute(tx);
  await tx
    .updateTable('users')
    .set({ blocked_at: null, block_reason: '', block_ends_at: null, stage_before_block: null })
    .where('id', '=', id)
    .execute();
};

/** Null without such a profile. */
export const userOf = async (db: Database, profileId: ProfileId): Promise<UserId | null> => {
  const { rows } = await sql<{ id: UserId }>`
    SELECT user_id AS id FROM profiles WHERE id = ${profileId}::uuid`.execute(db);
  return rows[0]?.id ?? null;
};
