// Whom a tip may go to, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';

/** Somebody about to tip somebody. */
export type TipPair = { viewerId: ProfileId; recipientId: ProfileId };

/** The recipient as the viewer may know it; `producer` is false for a profile that does not exist. */
export type RecipientRow = { producer: boolean; blocked: boolean; feeBps: number | null };

/** Recipients of many tippers in one query, in order. A block in either direction counts. */
export const loadRecipients = async (db: Kysely<DB>, pairs: readonly TipPair[]): Promise<RecipientRow[]> => {
  const { rows } = await sql<RecipientRow>`
    SELECT coalesce(p.producer_stage = 'approved', false) AS producer, p.fee_bps AS "feeBps",
      EXISTS (SELECT FROM blocks b WHERE b.blocker_id = p.id AND b.blocked_id = pair.viewer_id)
        OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = pair.viewer_id AND b.blocked_id = p.id) AS blocked
    FROM unnest(${pairs.map(({ viewerId }) => viewerId)}::uuid[], ${pairs.map(({ recipientId }) => recipientId)}::uuid[])
      WITH ORDINALITY AS pair (viewer_id, recipient_id, n)
    LEFT JOIN profiles p ON p.id = pair.recipient_id ORDER BY pair.n`.execute(db);
  return rows;
};
