// Attempts to store or charge cards, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../../platform/database/database.ts';

type Db = Kysely<DB>;

/** Attempts in a period, and how many of them were declined. */
export type Attempt = { declines: number; attempts: number };

export const insertAttempt = async (
  db: Db,
  {
    profileId,
    network,
    declined,
    at,
  }: { profileId: ProfileId; network: Buffer; declined: boolean; at: Date },
): Promise<void> => {
  await db
    .insertInto('card_attempts')
    .values({ profile_id: profileId, network, declined, at })
    .execute();
};

/** The declines of an account and of a network since an instant, newest first, up to the limit. */
export const declinesSince = async (
  db: Db,
  { profileId, network, limit }: { profileId: ProfileId; network: Buffer; limit: number },
  since: Date,
): Promise<{ ofProfile: Date[]; ofNetwork: Date[]; emailConfirmed: boolean }> => {
  const newest = (of: ReturnType<typeof sql>) =>
    sql`coalesce((SELECT jsonb_agg(a.at ORDER BY a.at DESC) FROM (SELECT at FROM card_attempts WHERE ${of} AND declined AND at > ${since} ORDER BY at DESC LIMIT ${limit}) a), '[]')`;
  const { rows } = await sql<{ ofProfile: string[]; ofNetwork: string[]; emailConfirmed: boolean }>`
    SELECT ${newest(sql`profile_id = ${profileId}::uuid`)} AS "ofProfile", ${newest(sql`network = ${network}`)} AS "ofNetwork",
      EXISTS (SELECT FROM users u JOIN profiles p ON p.user_id = u.id WHERE p.id = ${profileId}::uuid AND u.email_confirmed_at IS NOT NULL) AS "emailConfirmed"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('counting answered nothing');
  const instants = (texts: string[]) => texts.map((text) => new Date(text));
  return {
    ofProfile: instants(row.ofProfile),
    ofNetwork: instants(row.ofNetwork),
    emailConfirmed: row.emailConfirmed,
  };
};

export const attemptsSince = async (db: Db, since: Date): Promise<Attempt> => {
  const { rows } =
    await sql<Attempt>`SELECT count(*)::int AS attempts, (count(*) FILTER (WHERE declined))::int AS declines FROM card_attempts WHERE at > ${since}`.execute(
      db,
    );
  return rows[0] ?? { declines: 0, attempts: 0 };
};

export const deleteAttemptsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('card_attempts').where('at', '<', before).execute();
};
