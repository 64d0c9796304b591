// Idempotency keys in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Few enough that a batch locks and writes for a moment only. */
const BATCH = 5_000;

/**
 * Deletes keys first used before an instant, in batches, until none is left or the signal is
 * aborted.
 */
export const deleteKeysBefore = async (
  db: Database,
  before: Date,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM idempotency_keys WHERE (profile_id, key) IN (SELECT profile_id, key
        FROM idempotency_keys WHERE created_at < ${before} ORDER BY created_at
        LIMIT ${BATCH})`.execute(db);
    if (signal?.aborted || Number(numAffectedRows ?? 0n) < BATCH) return;
  }
};

type Key = { profileId: ProfileId; key: string; route: string };

/**
 * Takes a key that is new, or that a dead process took before `abandonedBefore` for the same
 * request. Returns whether it was taken.
 */
export const claimKey = async (
  db: Database,
  { profileId, key, route }: Key,
  hash: Buffer,
  { now, abandonedBefore }: { now: Date; abandonedBefore: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO idempotency_keys AS k (profile_id, key, route, request_hash, created_at)
      VALUES (${profileId}, ${key}, ${route}, ${hash}, ${now})
    ON CONFLICT (profile_id, key) DO UPDATE SET created_at = excluded.created_at
    WHERE k.reply IS NULL AND k.created_at < ${abandonedBefore} AND k.route = excluded.route
      AND k.request_hash = excluded.request_hash`.execute(db);
  return numAffectedRows === 1n;
};

/**
 * Takes a new key for the transaction, which holds it until it ends. Returns false, at once, when
 * the key is stored already or another transaction holds it: the lock is tried first, because an
 * insert would wait for the other transaction to end.
 */
export const insertKey = async (
  tx: Database,
  { profileId, key, route }: Key,
  hash: Buffer,
  now: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended(${`idempotency_keys/${profileId}/${key}`}, 0)) AS held)
    INSERT INTO idempotency_keys (profile_id, key, route, request_hash, created_at)
    SELECT ${profileId}::uuid, ${key}::text, ${route}::text, ${hash}::bytea, ${now}::timestamptz
      FROM lock WHERE held ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
};

/**
 * SQL by which a statement takes new keys together with the effects of their calls, as `insertKey`
 * does with one: two common table expressions, `claim` with the rows of `source` and `held`, and
 * `taken` with the `profile_id` and `key` of those that are taken. `source` selects `sender` (the
 * profile), `key`, `hash` and `reply` (jsonb) among others; each key once. `route` and `now` are
 * parameters.
 */
export const takingKeys = ({
  source,
  sender,
  route,
  now,
}: {
  source: string;
  sender: string;
  route: string;
  now: string;
}): string => `
  claim AS MATERIALIZED (
    SELECT x.*, pg_try_advisory_xact_lock(hashtextextended('idempotency_keys/' || x.${sender} || '/' || x.key, 0)) AS held FROM (${source}) x),
  taken AS (INSERT INTO idempotency_keys (profile_id, key, route, request_hash, reply, created_at)
    SELECT ${sender}, key, ${route}::text, hash, reply, ${now}::timestamptz FROM claim WHERE held ON CONFLICT DO NOTHING
    RETURNING profile_id, key)`;

/** Stores the reply of a key's call. */
export const storeReply = async (
  db: Database,
  { profileId, key }: Pick<Key, 'profileId' | 'key'>,
  reply: unknown,
): Promise<void> => {
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('profile_id', '=', profileId)
    .where('key', '=', key)
    .execute();
};

/** The call was refused: its key may be used again. */
export const freeKey = async (db: Database, { profileId, key }: Key): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('profile_id', '=', profileId)
    .where('key', '=', key)
    .where('reply', 'is', null)
    .execute();
};

/** `reply` is null while the call that took the key is at work. */
export const readKey = async <Reply>(
  db: Database,
  { profileId, key }: Pick<Key, 'profileId' | 'key'>,
): Promise<{ route: string; hash: Buffer; reply: Reply | null } | null> => {
  const { rows } = await sql<{ route: string; hash: Buffer; reply: Reply | null }>`
    SELECT route, request_hash AS hash, reply FROM idempotency_keys
      WHERE profile_id = ${profileId}::uuid AND key = ${key}`.execute(db);
  return rows[0] ?? null;
};
