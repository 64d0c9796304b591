// Attempts at cards in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';

type Db = Kysely<DB>;

/** Cards that were tried in a while, and how many of them were declined. */
export type Attempt = { declines: number; attempts: number };

export const insertAttempt = async (db: Db, { profileId, network, declined, at }: { profileId: ProfileId; network: Buffer; declined: boolean; at: Date }): Promise<void> => {
  await db.insertInto('card_attempts').values({ profile_id: profileId, network, declined, at }).execute();
};

export const declinesSince = async (db: Db, { profileId, network }: { profileId: ProfileId; network: Buffer }, since: Date): Promise<{ ofProfile: number; ofNetwork: number; emailConfirmed: boolean }> => {
  const { rows } = await sql<{ ofProfile: number; ofNetwork: number; emailConfirmed: boolean }>`
    SELECT (SELECT count(*)::int FROM card_attempts WHERE profile_id = ${profileId}::uuid AND declined AND at > ${since}) AS "ofProfile",
      (SELECT count(*)::int FROM card_attempts WHERE network = ${network} AND declined AND at > ${since}) AS "ofNetwork",
      EXISTS (SELECT FROM users u JOIN profiles p ON p.user_id = u.id WHERE p.id = ${profileId}::uuid AND u.email_confirmed_at IS NOT NULL) AS "emailConfirmed"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counting answered nothing');
  return row;
};

export const attemptsSince = async (db: Db, since: Date): Promise<Attempt> => {
  const { rows } = await sql<Attempt>`SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE declined))::int AS declines FROM card_attempts WHERE at > ${since}`.execute(db);
  return rows[0] ?? { declines: 0, attempts: 0 };
};

export const deleteAttemptsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('card_attempts').where('at', '<', before).execute();
};
