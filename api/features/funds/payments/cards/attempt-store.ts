// Attempts to store or charge cards, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import type { Decline } from './decline-rules.ts';

/** What declines are counted by. */
export type AttemptOrigin = {
  profileId: ProfileId;
  network: Buffer;
  /** Null: a browser that is not recognised. */
  device: Buffer | null;
  /** First six digits; null: not known of a card that was stored long ago. */
  bin: string | null;
};

/** Attempts of one account, network, browser or of the same digits run one after the other. */
export const lockOrigin = async (tx: Database, names: readonly string[]): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
    FROM unnest(${names.toSorted()}::text[]) AS name`.execute(tx);
};

/** A decline until its bank answers, so that concurrent attempts can't pass a limit together. */
export const insertAttempt = async (
  tx: Database,
  { profileId, network, device, bin }: AttemptOrigin,
  at: Date,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO card_attempts (profile_id, network, device, bin, declined, at)
    VALUES (${profileId}::uuid, ${network}, ${device}, ${bin}, true, ${at})
      RETURNING id::text`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an attempt was not recorded');
  return row.id;
};

export const markAccepted = async (db: Database, id: string): Promise<void> => {
  await sql`UPDATE card_attempts SET declined = false WHERE id = ${id}::bigint`.execute(db);
};

export const deleteAttempt = async (db: Database, id: string): Promise<void> => {
  await sql`DELETE FROM card_attempts WHERE id = ${id}::bigint`.execute(db);
};

/** Newest first, up to `limit`. */
export const declinesOf = async (
  db: Database,
  of: { profile_id: ProfileId } | { network: Buffer } | { device: Buffer } | { bin: string },
  since: Date,
  limit: number,
): Promise<Decline[]> => {
  const [[column, value]] = Object.entries(of) as [[string, string | Buffer]];
  const { rows } = await sql<Decline>`
    SELECT at, profile_id AS "profileId" FROM card_attempts WHERE ${sql.ref(column)} = ${value}
      AND declined AND at > ${since} ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

export type AttemptCount = { declines: number; attempts: number };

export const countOfBin = async (db: Database, bin: string, since: Date): Promise<AttemptCount> => {
  const { rows } = await sql<AttemptCount>`
    SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE declined))::int AS declines
      FROM card_attempts WHERE bin = ${bin} AND at > ${since}`.execute(db);
  return rows[0] ?? { declines: 0, attempts: 0 };
};

/** `isKnownPayer`: a card charge was paid before the instant, and not returned. */
export const payerFacts = async (
  db: Database,
  profileId: ProfileId,
  paidBefore: Date,
): Promise<{ emailConfirmed: boolean; isKnownPayer: boolean }> => {
  const { rows } = await sql<{ emailConfirmed: boolean; isKnownPayer: boolean }>`
    SELECT EXISTS (SELECT FROM users u JOIN profiles p ON p.user_id = u.id
      WHERE p.id = ${profileId}::uuid AND u.email_confirmed_at IS NOT NULL) AS "emailConfirmed",
      EXISTS (SELECT FROM charges c WHERE c.profile_id = ${profileId}::uuid AND c.method = 'card'
        AND c.status = 'paid' AND c.paid_at < ${paidBefore}
        AND NOT EXISTS (SELECT FROM charge_reviews r WHERE r.charge_id = c.id
          AND r.decision IS NULL)) AS "isKnownPayer"`.execute(db);
  return rows[0] ?? { emailConfirmed: false, isKnownPayer: false };
};

/** Attempts of all accounts in a period, how many were declined, and by whom. */
export const attemptsSince = async (
  db: Database,
  since: Date,
  limit: number,
): Promise<AttemptCount & { newest: Decline[] }> => {
  const { rows } = await sql<AttemptCount>`
    SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE declined))::int AS declines
      FROM card_attempts WHERE at > ${since}`.execute(db);
  const newest = await sql<Decline>`
    SELECT at, profile_id AS "profileId" FROM card_attempts WHERE declined AND at > ${since}
      ORDER BY at DESC, id DESC LIMIT ${limit}`.execute(db);
  return { ...(rows[0] ?? { declines: 0, attempts: 0 }), newest: newest.rows };
};

export const deleteAttemptsBefore = async (db: Database, before: Date): Promise<void> => {
  await db.deleteFrom('card_attempts').where('at', '<', before).execute();
};
