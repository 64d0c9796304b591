// Legal holds in the database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { nameContains } from '../profiles/index.ts';
import { isMediaUnderLegalHold } from '../access/index.ts';

export type HoldKind = DB['legal_holds']['subject_kind'];

export type HoldRow = {
  id: string;
  subject_kind: HoldKind;
  subject_id: string;
  owner_id: ProfileId;
  reason: string;
  placed_by: ProfileId;
  placed_at: Date;
  released_by: ProfileId | null;
  released_at: Date | null;
};

/**
 * The owner of the account, post or media, locked so that it is not erased before the commit; null
 * when it does not exist.
 */
export const lockSubjectOwner = async (
  tx: Database,
  kind: HoldKind,
  id: string,
): Promise<ProfileId | null> => {
  const rowOf = {
    account: sql`SELECT id AS owner FROM profiles WHERE id = ${id}::uuid FOR UPDATE`,
    post: sql`SELECT profile_id AS owner FROM posts WHERE id = ${id}::uuid FOR UPDATE`,
    media: sql`SELECT owner_id AS owner FROM media WHERE id = ${id}::uuid FOR UPDATE`,
  }[kind];
  const { rows } = await sql<{ owner: ProfileId }>`${rowOf}`.execute(tx);
  return rows[0]?.owner ?? null;
};

/** False when the subject is held already. */
export const insertHold = async (
  tx: Database,
  hold: Omit<HoldRow, 'released_at' | 'released_by'>,
): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO legal_holds (id, subject_kind, subject_id, owner_id, reason, placed_by, placed_at)
    VALUES (${hold.id}::uuid, ${hold.subject_kind}, ${hold.subject_id}::uuid,
      ${hold.owner_id}::uuid, ${hold.reason}, ${hold.placed_by}::uuid, ${hold.placed_at})
    ON CONFLICT (subject_id, subject_kind) WHERE released_at IS NULL DO NOTHING
      RETURNING id`.execute(tx);
  return rows.length > 0;
};

/** Locked; null when it is not in force. */
export const lockHold = async (tx: Database, id: string): Promise<HoldRow | null> => {
  const { rows } = await sql<HoldRow>`
    SELECT * FROM legal_holds WHERE id = ${id}::uuid AND released_at IS NULL FOR UPDATE`.execute(
    tx,
  );
  return rows[0] ?? null;
};

export const markReleased = async (
  tx: Database,
  id: string,
  { adminId, now }: { adminId: ProfileId; now: Date },
): Promise<void> => {
  await sql`
    UPDATE legal_holds SET released_at = ${now}, released_by = ${adminId}::uuid
      WHERE id = ${id}::uuid`.execute(tx);
};

/** `release_reason` as the audit log has it; null: in force. */
type ListedHold = HoldRow & { release_reason: string | null };

export const listHolds = async (
  db: Database,
  {
    released,
    ownerId,
    search,
    byReason,
  }: {
    released: boolean;
    ownerId: ProfileId | null;
    search: string | null;
    /** Whether the search looks into the reasons, too. */
    byReason: boolean;
  },
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedHold[]> => {
  const { rows } = await sql<ListedHold>`
    SELECT h.*, (SELECT l.reason FROM admin_log l WHERE l.subject_id = h.id::text
      AND l.action = 'legalHold.released' ORDER BY l.id DESC LIMIT 1) AS release_reason
    FROM legal_holds h JOIN profiles p ON p.id = h.owner_id
    WHERE (h.released_at IS NOT NULL) = ${released} ${ownerId ? sql`AND h.owner_id = ${ownerId}::uuid` : sql``}
      ${
        search
          ? sql`AND (${nameContains(search)}
        OR ${byReason} AND position(lower(${search}) IN lower(h.reason)) > 0
        OR h.subject_id::text = lower(${search}))`
          : sql``
      }
    ORDER BY h.placed_at DESC, h.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Some of the media whose erasure waited and that nothing holds any more, locked. */
export const takeErasable = async (tx: Database, limit: number): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    DELETE FROM held_erasures WHERE media_id IN (
      SELECT e.media_id FROM held_erasures e JOIN media m ON m.id = e.media_id
        WHERE NOT ${sql.raw(isMediaUnderLegalHold('m.id', 'm.owner_id'))}
      ORDER BY e.media_id LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED)
        RETURNING media_id AS id`.execute(tx);
  return rows.map((row) => row.id);
};

/** Whether the account was removed. */
export const isRemoved = async (db: Database, profileId: ProfileId): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM profiles p JOIN users u ON u.id = p.user_id
      WHERE p.id = ${profileId}::uuid AND u.removed_at IS NOT NULL) AS found`.execute(db);
  return rows[0]?.found ?? false;
};
