// SQL of policy versions and their acceptances.
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

export type PolicyName = 'terms' | 'privacy' | 'cookies' | 'contract';
/** Markdown, by language. */
export type PolicyText = Record<Locale, string>;
export type VersionRow = { name: PolicyName; version: string; publishedAt: Date; inForceAt: Date };

const VERSION = sql`policy AS name, version, published_at AS "publishedAt",
  in_force_at AS "inForceAt"`;

/** The version of each policy in effect at `now`. */
const inForce = (now: Date) =>
  sql`SELECT DISTINCT ON (policy) * FROM policy_versions WHERE in_force_at <= ${now}::timestamptz
    ORDER BY policy, in_force_at DESC, published_at DESC`;

/** The contract concerns producers and applicants only. */
const isFor = sql`(policy <> 'contract'
  OR p.producer_stage IN ('requested', 'approved', 'suspended'))`;

/**
 * Inserts a version unless it exists. The first version of a policy takes effect at once without
 * notice, a later one at `laterInForceAt`. Translations of an existing version are replaced.
 */
export const insertVersion = async (
  tx: Transaction,
  {
    name,
    version,
    texts,
    now,
    laterInForceAt,
  }: { name: PolicyName; version: string; texts: PolicyText; now: Date; laterInForceAt: Date },
): Promise<void> => {
  await sql`
    INSERT INTO policy_versions (policy, version, texts, published_at, in_force_at, notified_at)
    SELECT ${name}::text, ${version}::text, ${JSON.stringify(texts)}::jsonb, ${now}::timestamptz,
      CASE WHEN earlier THEN ${laterInForceAt}::timestamptz
        ELSE ${now}::timestamptz END, CASE WHEN NOT earlier THEN ${now}::timestamptz END
    FROM (SELECT EXISTS (SELECT FROM policy_versions WHERE policy = ${name}::text) AS earlier) known
    ON CONFLICT (policy, version) DO UPDATE SET texts = excluded.texts
      WHERE policy_versions.texts <> excluded.texts`.execute(tx);
};

type TextRow = VersionRow & { markdown: string };

export const loadInForce = async (
  db: Database,
  locale: Locale,
  only: PolicyName | null,
  now: Date,
): Promise<TextRow[]> => {
  const { rows } = await sql<TextRow>`
    SELECT ${VERSION}, texts ->> ${locale}::text AS markdown FROM (${inForce(now)}) held
      WHERE ${only}::text IS NULL OR policy = ${only}::text`.execute(db);
  return rows;
};

export const loadVersion = async (
  db: Database,
  locale: Locale,
  name: PolicyName,
  version: string,
): Promise<TextRow | null> => {
  const { rows } =
    await sql<TextRow>`SELECT ${VERSION}, texts ->> ${locale}::text AS markdown FROM policy_versions
      WHERE policy = ${name}::text AND version = ${version}::text`.execute(db);
  return rows[0] ?? null;
};

/** Newest first. */
export const listVersions = async (db: Database, name: PolicyName): Promise<VersionRow[]> => {
  const { rows } =
    await sql<VersionRow>`SELECT ${VERSION} FROM policy_versions WHERE policy = ${name}::text
      ORDER BY in_force_at DESC, published_at DESC`.execute(db);
  return rows;
};

/** Records acceptance of the versions in effect; accepting a version again changes nothing. */
export const insertAcceptances = async (
  tx: Transaction,
  profileId: ProfileId,
  names: readonly PolicyName[],
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO policy_acceptances (profile_id, policy, version, accepted_at)
    SELECT ${profileId}::uuid, policy, version, ${now}::timestamptz FROM (${inForce(now)}) held
      WHERE policy = ANY(${names}::text[])
    ON CONFLICT DO NOTHING`.execute(tx);
};

/** Records acceptance of one version; returns whether it exists. */
export const insertAcceptance = async (
  db: Database,
  profileId: ProfileId,
  name: PolicyName,
  version: string,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    WITH agreed AS (SELECT policy, version FROM policy_versions WHERE policy = ${name}::text
      AND version = ${version}::text),
      kept AS (INSERT INTO policy_acceptances (profile_id, policy, version, accepted_at)
        SELECT ${profileId}::uuid, policy, version, ${now}::timestamptz FROM agreed
        ON CONFLICT DO NOTHING)
    SELECT version FROM agreed`.execute(db);
  return rows.length > 0;
};

export type ChangeRow = Omit<VersionRow, 'publishedAt'> & { asked: boolean };

/**
 * Future versions, and versions in effect that need acceptance, without those that this person has
 * accepted.
 */
export const listChanges = async (
  db: Database,
  profileId: ProfileId,
  now: Date,
): Promise<ChangeRow[]> => {
  const { rows } = await sql<ChangeRow>`
    WITH held AS (${inForce(now)})
    SELECT policy AS name, version, in_force_at AS "inForceAt",
      in_force_at <= ${now}::timestamptz AS asked
    FROM policy_versions v JOIN profiles p ON p.id = ${profileId}::uuid
    WHERE ${isFor}
      -- Registering does not ask for an agreement to the text on cookies, so a change of it does
      -- not either.
      AND (in_force_at > ${now}::timestamptz OR (policy <> 'cookies' AND (policy,
        version) IN (SELECT policy, version FROM held)))
      AND NOT EXISTS (SELECT FROM policy_acceptances a WHERE a.profile_id = p.id
        AND a.policy = v.policy AND a.version = v.version)
    ORDER BY in_force_at, policy`.execute(db);
  return rows;
};

export type PendingNotice = Omit<VersionRow, 'publishedAt'> & { notifiedThrough: ProfileId | null };

/** Locks the oldest version whose notice was not sent to all members; null when there is none. */
export const lockPendingNotice = async (tx: Transaction): Promise<PendingNotice | null> => {
  const { rows } = await sql<PendingNotice>`
    SELECT policy AS name, version, in_force_at AS "inForceAt",
      notified_through AS "notifiedThrough" FROM policy_versions
    WHERE notified_at IS NULL ORDER BY published_at, policy LIMIT 1 FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/** Members whom the version concerns, ordered by id. */
export const listRecipients = async (
  tx: Transaction,
  { name, notifiedThrough }: PendingNotice,
  limit: number,
): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM profiles p JOIN users u ON u.id = p.user_id
      CROSS JOIN (SELECT ${name}::text AS policy) v
    WHERE u.blocked_at IS NULL AND ${isFor} AND (${notifiedThrough}::uuid IS NULL
      OR p.id > ${notifiedThrough}::uuid)
    ORDER BY p.id LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Records the last notified member, and with `doneAt` that all were notified. */
export const recordNotified = async (
  tx: Transaction,
  { name, version }: PendingNotice,
  through: ProfileId | null,
  doneAt: Date | null,
): Promise<void> => {
  await sql`
    UPDATE policy_versions SET notified_through = coalesce(${through}::uuid, notified_through),
      notified_at = ${doneAt}::timestamptz
    WHERE policy = ${name}::text AND version = ${version}::text`.execute(tx);
};

export const deleteAcceptancesOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('policy_acceptances').where('profile_id', '=', profileId).execute();
};
