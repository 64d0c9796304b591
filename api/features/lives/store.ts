// Live shows in the database.
import type { LiveEndReason, LiveId } from '@camarim/contract/features/lives';
import type { LiveCharge } from '@camarim/contract/features/lives/charges';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { hiddenFrom, requesterAt, requesterValues } from '../profiles/index.ts';
import type { EntryRule } from './camera/settings-store.ts';

/** What the show took over from the camera settings. */
export type ShowSettings = EntryRule & {
  charge: LiveCharge;
  /** For charge `minute`. */
  price_per_minute_centavos: Centavos | null;
  /** For charges `ticket` and `group`. */
  ticket_price_centavos: Centavos | null;
  group_size: number | null;
  minimum_minutes: number;
  spy_price_centavos: Centavos | null;
  reverse_camera: boolean;
  recorded: boolean;
};

export type LiveRow = ShowSettings & {
  id: LiveId;
  producer_id: ProfileId;
  type: number;
  private_watcher_id: ProfileId | null;
  title: string;
  started_at: Date;
  published_at: Date | null;
  publisher_lost_at: Date | null;
  /** A party waits since then while its producer is in a private show. */
  paused_at: Date | null;
  ended_at: Date | null;
  group_ready_at: Date | null;
  reverse_asked_by: ProfileId | null;
  reverse_since: Date | null;
  end_reason: LiveEndReason | null;
  /** The label of the ingest key by which a program sends it; null when a browser does. */
  program: string | null;
  /** Its producer took it over from a program with the device of a page. */
  device_chosen_at: Date | null;
  total_earnings_centavos: Centavos;
  total_watchers: number;
  /** Since when an administrator keeps the picture, or picture and sound, from the watchers. */
  blurred_at: Date | null;
  withheld_at: Date | null;
  recording_asked_at: Date | null;
  recording_agreed_at: Date | null;
  /** Tips in the show that were not taken back, for its producer; 0 for others. */
  tips_centavos: Centavos;
  /** People who watch now. */
  watchers: number;
  /** The producer is hidden from the requester. */
  owner_hidden: boolean;
};

/** SQL of the messages `m` with a tip in a show, without those that were taken back. */
export const tipsOf = (liveId: string): string =>
  `FROM live_messages m WHERE m.live_id = ${liveId} AND m.amount_centavos IS NOT NULL
    AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = m.transfer_id)`;

/** SQL of the sum of these tips. */
export const tipsIn = (liveId: string): string =>
  `(SELECT coalesce(sum(m.amount_centavos), 0)::bigint ${tipsOf(liveId)})`;

const ROWS = `
  SELECT l.*, (SELECT count(DISTINCT w.profile_id)::int FROM live_viewers w WHERE w.live_id = l.id
    AND w.left_at IS NULL AND w.role = 'watcher') AS watchers,
    ${hiddenFrom('l.producer_id')} AS owner_hidden,
    CASE WHEN l.producer_id = v.id THEN ${tipsIn('l.id')} ELSE 0 END AS tips_centavos
  FROM lives l CROSS JOIN ${requesterAt(1, 2, 3)}`;

const selectOne = preparedRead<LiveRow>(`${ROWS} WHERE l.id = $4::uuid`);

/** In any state; null when it does not exist. */
export const loadLive = async (
  db: Database,
  id: LiveId,
  requester: Requester,
): Promise<LiveRow | null> => (await selectOne(db, ...requesterValues(requester), id))[0] ?? null;

const selectMany = preparedRead<LiveRow>(`${ROWS} WHERE l.id = ANY($4::uuid[])`);

/** The shows that exist, in no order. */
export const loadLives = (
  db: Database,
  ids: readonly LiveId[],
  requester: Requester,
): Promise<LiveRow[]> => selectMany(db, ...requesterValues(requester), ids);

const selectOpen = preparedRead<LiveRow>(
  `${ROWS} WHERE l.producer_id = $4::uuid AND l.ended_at IS NULL ORDER BY l.paused_at IS NOT NULL`,
);

/** The shows of a producer that have not ended: a paused party comes after the private one. */
export const loadOpenLives = (
  db: Database,
  producerId: ProfileId,
  requester: Requester,
): Promise<LiveRow[]> => selectOpen(db, ...requesterValues(requester), producerId);

/** The show that a producer is in; null without one. */
export const loadOpenLive = async (
  db: Database,
  producerId: ProfileId,
  requester: Requester,
): Promise<LiveRow | null> => (await loadOpenLives(db, producerId, requester))[0] ?? null;

/** False when the show has ended; else it stays open until the transaction ends. */
export const lockOpenLive = async (tx: Database, id: LiveId): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM lives WHERE id = ${id}::uuid AND ended_at IS NULL
      FOR NO KEY UPDATE`.execute(tx);
  return rows.length > 0;
};

const selectActive = preparedRead<LiveRow>(`
  SELECT * FROM (${ROWS} WHERE l.type = 2 AND l.published_at IS NOT NULL
    AND l.ended_at IS NULL) shown
  WHERE NOT owner_hidden ORDER BY watchers DESC, started_at DESC, id DESC LIMIT $4 OFFSET $5`);

/** Parties on air, those with most watchers first. */
export const listActive = (
  db: Database,
  requester: Requester,
  { limit, offset }: { limit: number; offset: number },
): Promise<LiveRow[]> => selectActive(db, ...requesterValues(requester), limit, offset);

export type NewLive = {
  id: LiveId;
  producerId: ProfileId;
  type: number;
  privateWatcherId: ProfileId | null;
  title: string;
  program: string | null;
  settings: ShowSettings;
  now: Date;
};

/**
 * False when the producer has a show that has not ended and is not paused, or the person is in
 * another private show.
 */
export const insertLive = async (tx: Database, live: NewLive): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lives')
    .values({
      id: live.id,
      producer_id: live.producerId,
      type: live.type,
      private_watcher_id: live.privateWatcherId,
      title: live.title,
      program: live.program,
      started_at: live.now,
      ...live.settings,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Pauses the party of a producer; null without one that is not paused. */
export const pauseParty = async (
  tx: Database,
  producerId: ProfileId,
  now: Date,
): Promise<LiveId | null> => {
  const { rows } = await sql<{ id: LiveId }>`
    UPDATE lives SET paused_at = ${now} WHERE producer_id = ${producerId}::uuid AND type = 2
      AND ended_at IS NULL AND paused_at IS NULL
    RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
};

/** Resumes the paused party, which its producer has to send again; null without a paused party. */
export const resumeParty = async (
  tx: Database,
  producerId: ProfileId,
  now: Date,
): Promise<LiveId | null> => {
  const { rows } = await sql<{ id: LiveId }>`
    UPDATE lives SET paused_at = NULL,
      publisher_lost_at = CASE WHEN published_at IS NOT NULL THEN ${now}::timestamptz END
    WHERE producer_id = ${producerId}::uuid AND ended_at IS NULL AND paused_at IS NOT NULL
      RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
};

export const hasPrivateShow = async (tx: Database, producerId: ProfileId): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM lives WHERE producer_id = ${producerId}::uuid AND type = 3
      AND ended_at IS NULL`.execute(tx);
  return rows.length > 0;
};

/** Whether a party of a producer is paused. */
export const hasPausedParty = async (tx: Database, producerId: ProfileId): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM lives WHERE producer_id = ${producerId}::uuid AND ended_at IS NULL
      AND paused_at IS NOT NULL`.execute(tx);
  return rows.length > 0;
};

/**
 * Whether a person is in a show that has not ended: one of their own, or a private one with a
 * producer other than `except`.
 */
export const isInShow = async (
  db: Database,
  profileId: ProfileId,
  except: ProfileId | null = null,
): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM lives WHERE ended_at IS NULL
    AND ${profileId}::uuid IN (producer_id, private_watcher_id)
    AND producer_id IS DISTINCT FROM ${except}::uuid LIMIT 1`.execute(db);
  return rows.length > 0;
};

/** Whether the party of a producer is open and not paused. */
export const hasOpenParty = async (db: Database, producerId: ProfileId): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM lives WHERE producer_id = ${producerId}::uuid AND type = 2
    AND ended_at IS NULL AND paused_at IS NULL`.execute(db);
  return rows.length > 0;
};

/** The party that a producer has open; null without one, or while it is paused. */
export const findOpenParty = async (
  tx: Database,
  producerId: ProfileId,
): Promise<LiveId | null> => {
  const { rows } = await sql<{ id: LiveId }>`
    SELECT id FROM lives WHERE producer_id = ${producerId}::uuid AND type = 2 AND ended_at IS NULL
      AND paused_at IS NULL FOR NO KEY UPDATE`.execute(tx);
  return rows[0]?.id ?? null;
};

/** `published`: it has been on air. `paused`: it was paused when it ended. */
export type EndedLive = {
  producerId: ProfileId;
  type: number;
  published: boolean;
  paused: boolean;
};

/** Ends a show and the visits to it. Null when it had ended before. */
export const markEnded = async (
  tx: Database,
  id: LiveId,
  reason: LiveEndReason,
  now: Date,
): Promise<EndedLive | null> => {
  const { rows } = await sql<EndedLive>`
    UPDATE lives SET ended_at = ${now}, end_reason = ${reason}, sender_session_id = NULL WHERE id = ${id}::uuid
      AND ended_at IS NULL
    RETURNING producer_id AS "producerId", type, published_at IS NOT NULL AS published,
      paused_at IS NOT NULL AS paused`.execute(tx);
  if (!rows[0]) return null;
  await sql`
    UPDATE live_viewers SET left_at = ${now}, region = NULL, city = NULL, session_id = NULL
    WHERE live_id = ${id}::uuid AND left_at IS NULL`.execute(tx);
  return rows[0];
};

/** Seconds on air today, in the last 7 and in the last 30 days of São Paulo. */
export const onlineTimeOf = async (
  db: Database,
  producerId: ProfileId,
  now: Date,
): Promise<{ todaySeconds: number; weekSeconds: number; monthSeconds: number }> => {
  // The time on air within the last days: what is before the first of them does not count, and a
  // private show during a paused party counts once.
  const since = (days: number) => sql`
    (SELECT coalesce(round(extract(epoch FROM sum(upper(part) - lower(part)))), 0)::int
      FROM unnest(aired.times * tstzmultirange(tstzrange(
      least(${now}::timestamptz,
        ((${now}::timestamptz AT TIME ZONE 'America/Sao_Paulo')::date - ${days}::int)::timestamp AT TIME ZONE 'America/Sao_Paulo'),
        ${now}::timestamptz))) part)`;
  const { rows } = await sql<{ todaySeconds: number; weekSeconds: number; monthSeconds: number }>`
    SELECT ${since(0)} AS "todaySeconds", ${since(6)} AS "weekSeconds",
      ${since(29)} AS "monthSeconds"
    FROM (SELECT coalesce(range_agg(tstzrange(published_at, greatest(published_at,
      coalesce(ended_at, ${now}::timestamptz)))), '{}') AS times
      FROM lives WHERE producer_id = ${producerId}::uuid AND published_at IS NOT NULL
        AND (ended_at IS NULL
          OR ended_at > ${now}::timestamptz - interval '31 days')) aired`.execute(db);
  if (!rows[0]) throw new Error('a sum has one row');
  return rows[0];
};

/**
 * The shows of a producer that have not ended: one, or a paused party and then the private show
 * that paused it.
 */
export const openLivesOf = async (db: Database, producerId: ProfileId): Promise<LiveId[]> => {
  const { rows } = await sql<{
    id: LiveId;
  }>`SELECT id FROM lives WHERE producer_id = ${producerId}::uuid AND ended_at IS NULL
    ORDER BY type`.execute(db);
  return rows.map(({ id }) => id);
};

/** Forgets what a person watched, and the titles of their own shows. */
export const eraseVisits = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_viewers WHERE profile_id = ${profileId}::uuid`.execute(db);
  await sql`UPDATE lives SET title = '', program = NULL WHERE producer_id = ${profileId}::uuid
    AND (title <> '' OR program IS NOT NULL)`.execute(db);
};
