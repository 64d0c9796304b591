// Entries of watchers to shows in the database: what they agreed to pay, and what was delivered.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveEntryId } from '@camarim/contract/features/lives/entry';
import type { LiveExit, LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import {
  hiddenFromPerson,
  isBlockedAccount,
  isHidden,
  placeColumns,
} from '../../visibility/index.ts';
import type { LiveInstants } from '../rules.ts';

export type EntryRow = {
  id: LiveEntryId;
  live_id: LiveId;
  profile_id: ProfileId;
  role: LiveWatcherRole;
  charge: 'minute' | 'ticket' | 'group';
  price_centavos: Centavos;
  minimum_minutes: number;
  fee_bps: number;
  paid_by: 'pix' | 'card' | null;
  entered_at: Date;
  started_at: Date | null;
  seen_at: Date | null;
  delivered_ms: number;
  read_ms: number;
  low_at: Date | null;
  low_reason: 'money' | 'limit' | null;
  ended_at: Date | null;
  exit: LiveExit | null;
};

export type NewEntry = Pick<
  EntryRow,
  | 'id'
  | 'live_id'
  | 'profile_id'
  | 'role'
  | 'charge'
  | 'price_centavos'
  | 'minimum_minutes'
  | 'fee_bps'
  | 'paid_by'
  | 'entered_at'
>;

/** False when the person has an entry that has not ended; waits for a concurrent one. */
export const insertEntry = async (tx: Database, entry: NewEntry): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('live_entries')
    .values(entry)
    .onConflict((conflict) =>
      conflict.columns(['live_id', 'profile_id']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** What a person has of a ticket to this show from before. */
export type FormerTicket = { id: LiveEntryId; paid: boolean };

/** The person's last entry with a ticket, which has ended; null without one. */
export const findFormerTicket = async (
  db: Database,
  liveId: LiveId,
  profileId: ProfileId,
): Promise<FormerTicket | null> => {
  const { rows } = await sql<FormerTicket>`
    SELECT e.id, EXISTS (SELECT FROM live_payments p WHERE p.entry_id = e.id
      AND p.state = 'settled') AS paid
    FROM live_entries e WHERE e.live_id = ${liveId}::uuid AND e.profile_id = ${profileId}::uuid
      AND e.charge <> 'minute' AND e.ended_at IS NOT NULL
    ORDER BY e.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

/** An entry with a ticket goes on: what was delivered before counts. */
export const reopenEntry = async (
  tx: Database,
  id: LiveEntryId,
  terms: Partial<Pick<EntryRow, 'fee_bps' | 'paid_by'>>,
): Promise<void> => {
  await tx
    .updateTable('live_entries')
    .set({ ...terms, ended_at: null, exit: null })
    .where('id', '=', id)
    .execute();
};

/** The entry that has not ended. */
export const findOpenEntry = async (
  db: Database,
  liveId: LiveId,
  profileId: ProfileId,
): Promise<EntryRow | null> =>
  ((await db
    .selectFrom('live_entries')
    .selectAll()
    .where('live_id', '=', liveId)
    .where('profile_id', '=', profileId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) as EntryRow | undefined) ?? null;

/** Locks the row until the transaction ends; null when it has ended. */
export const lockOpenEntry = async (tx: Database, id: LiveEntryId): Promise<EntryRow | null> => {
  const { rows } =
    await sql<EntryRow>`SELECT * FROM live_entries WHERE id = ${id}::uuid AND ended_at IS NULL
      FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
};

export type OpenEntry = EntryRow & {
  /** What is in the wallet. */
  balance: Centavos;
  /** Since when the ticket, or the last minute of those that are, is locked; null: none is. */
  locked_at: Date | null;
};

/** The entries to a show that have not ended. */
export const openEntries = async (db: Database, liveId: LiveId): Promise<OpenEntry[]> => {
  const { rows } = await sql<OpenEntry>`
    SELECT e.*, coalesce(a.balance, 0)::bigint AS balance,
      (SELECT max(p.locked_at) FROM live_payments p WHERE p.entry_id = e.id
        AND p.state = 'locked') AS locked_at
    FROM live_entries e LEFT JOIN ledger_accounts a ON a.owner_profile_id = e.profile_id
      AND a.kind = 'wallet'
    WHERE e.live_id = ${liveId}::uuid AND e.ended_at IS NULL ORDER BY e.id`.execute(db);
  return rows;
};

/** An entry with the show that it is to. */
export type EntryToShow = Pick<EntryRow, 'id' | 'live_id' | 'profile_id' | 'role'> & {
  producer_id: ProfileId;
  type: number;
};

/** Entries of one person that have not ended. */
export const openEntriesOf = async (db: Database, profileId: ProfileId): Promise<EntryToShow[]> => {
  const { rows } = await sql<EntryToShow>`
    SELECT e.id, e.live_id, e.profile_id, e.role, l.producer_id, l.type FROM live_entries e
      JOIN lives l ON l.id = e.live_id
    WHERE e.profile_id = ${profileId}::uuid AND e.ended_at IS NULL ORDER BY e.id`.execute(db);
  return rows;
};

/**
 * Open entries of people from whom the producer of the show is hidden by now, or whose account is
 * blocked; among the entries of these people and to shows of these producers. The place counts of
 * those who watch: of a person who waits for a group show it is not known.
 */
export const entriesWithoutAccess = async (
  db: Database,
  { owners, viewers }: { owners: readonly ProfileId[]; viewers: readonly ProfileId[] },
): Promise<EntryToShow[]> => {
  // The visits first, each looked at once: a plan from before a wave of watchers looked at each of
  // them for each entry.
  const { rows } = await sql<EntryToShow>`
    WITH hidden AS MATERIALIZED (
      SELECT DISTINCT w.live_id, w.profile_id, l.producer_id, l.type FROM live_viewers w
        JOIN lives l ON l.id = w.live_id
        CROSS JOIN LATERAL (SELECT w.profile_id AS id,
          ${sql.raw(placeColumns('w.region', 'w.city'))}) v
      WHERE w.left_at IS NULL AND (l.producer_id = ANY(${owners}::uuid[])
        OR w.profile_id = ANY(${viewers}::uuid[])) AND ${isHidden('l.producer_id')})
    SELECT e.id, e.live_id, e.profile_id, e.role, h.producer_id, h.type
    FROM hidden h JOIN live_entries e ON e.live_id = h.live_id AND e.profile_id = h.profile_id
    WHERE e.ended_at IS NULL
    UNION
    SELECT e.id, e.live_id, e.profile_id, e.role, l.producer_id, l.type
    FROM live_entries e JOIN lives l ON l.id = e.live_id
      CROSS JOIN LATERAL (SELECT e.profile_id AS id) v
    WHERE e.ended_at IS NULL AND (l.producer_id = ANY(${owners}::uuid[])
      OR e.profile_id = ANY(${viewers}::uuid[]))
      AND (${sql.raw(hiddenFromPerson('l.producer_id'))} OR ${isBlockedAccount('e.profile_id')})
    ORDER BY id`.execute(db);
  return rows;
};

export type EntryChange = Partial<
  Pick<
    EntryRow,
    | 'paid_by'
    | 'started_at'
    | 'seen_at'
    | 'delivered_ms'
    | 'read_ms'
    | 'low_at'
    | 'low_reason'
    | 'ended_at'
    | 'exit'
  >
>;

export const updateEntry = async (
  tx: Database,
  id: LiveEntryId,
  change: EntryChange,
): Promise<void> => {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('live_entries').set(change).where('id', '=', id).execute();
};

export type Progress = {
  id: LiveEntryId;
  seenBefore: Date | null;
  seenAt: Date;
  deliveredMs: number;
  readMs: number;
};

/** Saves progress, except of entries that another process has advanced since they were read. */
export const saveProgress = async (db: Database, progress: readonly Progress[]): Promise<void> => {
  if (progress.length === 0) return;
  await sql`
    UPDATE live_entries e SET seen_at = n.seen_at, delivered_ms = n.delivered_ms,
      read_ms = n.read_ms
    FROM unnest(${progress.map(({ id }) => id)}::uuid[],
      ${progress.map(({ seenBefore }) => seenBefore)}::timestamptz[],
      ${progress.map(({ seenAt }) => seenAt)}::timestamptz[],
        ${progress.map(({ deliveredMs }) => deliveredMs)}::bigint[],
      ${progress.map(({ readMs }) => readMs)}::int[]) n (id, seen_before, seen_at, delivered_ms,
        read_ms)
    WHERE e.id = n.id AND e.ended_at IS NULL
      AND e.seen_at IS NOT DISTINCT FROM n.seen_before`.execute(db);
};

/** A show to bill: its people and state. */
export type BilledLive = {
  id: LiveId;
  producerId: ProfileId;
  type: number;
  publishedAt: Date | null;
  /** Since when a group show has its tickets. */
  groupReadyAt: Date | null;
  waitsForGroup: boolean;
  ended: boolean;
  /** Its producer takes a break, or the team withholds its picture. */
  paused: boolean;
  /** When the team last let its watchers see it again. */
  resumedAt: Date | null;
};

/**
 * Shows with open entries that no process has billed within the interval: they are this caller's
 * for as long. A claim from the future is of a clock that was set back.
 */
export const claimLives = async (
  db: Database,
  now: Date,
  intervalMs: number,
): Promise<BilledLive[]> => {
  const { rows } = await sql<BilledLive>`
    UPDATE lives SET billed_at = ${now} WHERE id IN (SELECT live_id FROM live_entries
      WHERE ended_at IS NULL)
      AND (billed_at IS NULL OR billed_at <= ${new Date(now.getTime() - intervalMs)}::timestamptz
        OR billed_at > ${now}::timestamptz)
    RETURNING id, producer_id AS "producerId", type, published_at AS "publishedAt",
      group_ready_at AS "groupReadyAt",
      charge = 'group' AND group_ready_at IS NULL AS "waitsForGroup",
      ended_at IS NOT NULL AS ended,
      coalesce(paused_at, withheld_at, blurred_at) IS NOT NULL AS paused,
      (SELECT max(d.created_at) FROM live_decisions d WHERE d.live_id = lives.id
        AND d.decision = 'resume') AS "resumedAt"`.execute(db);
  return rows;
};

/** The fee of the producer; null for the platform's usual rate. */
export const feeOf = async (db: Database, producerId: ProfileId): Promise<number | null> =>
  (
    await db
      .selectFrom('profiles')
      .select('fee_bps')
      .where('id', '=', producerId)
      .executeTakeFirstOrThrow()
  ).fee_bps;

/** False when the group show had its tickets before. */
export const startGroup = async (tx: Database, id: LiveId, now: Date): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`UPDATE lives SET group_ready_at = ${now} WHERE id = ${id}::uuid
      AND group_ready_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
};

/** A group show that is open and has not had its tickets yet; null for every other one. */
export const findWaitingGroup = async (
  db: Database,
  id: LiveId,
): Promise<(LiveInstants & { producerId: ProfileId; type: number }) | null> =>
  (await db
    .selectFrom('lives')
    .select(['producer_id as producerId', 'type', 'published_at', 'publisher_lost_at'])
    .select(['paused_at', 'ended_at'])
    .where('id', '=', id)
    .where('charge', '=', 'group')
    .where('group_ready_at', 'is', null)
    .where('ended_at', 'is', null)
    .$castTo<LiveInstants & { producerId: ProfileId; type: number }>()
    .executeTakeFirst()) ?? null;
