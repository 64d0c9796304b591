// SQL of removal requests, the media that they name, and the hashes of pictures.
import type { MediaId, PerformerId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { decisionsOf } from '../../platform/days/day-counts.ts';
import { isStaffWith } from '../../platform/audit/audit.ts';
import type { DB, Database } from '../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../platform/database/waiting.ts';
import {
  isSamePicture,
  KNOWN_PICTURES,
  type KnownHash,
  type KnownHashes,
  mediaWithFiles,
  turnedRows,
} from '../media/index.ts';
import { insertNamed, type NamedTargets } from './named-store.ts';

export type Ground = DB['removal_requests']['ground'];
export type ItemVia = DB['removal_items']['via'];
type Outcome = 'removed' | 'refused';

export type RequestRow = {
  id: string;
  reference: string;
  sealed: Buffer | null;
  ground: Ground;
  by_representative: boolean;
  created_at: Date;
  confirmed_at: Date | null;
  due_at: Date | null;
  searched_at: Date | null;
  decided_at: Date | null;
  /** The person by whose withdrawal of consent it was opened. */
  performer_id: PerformerId | null;
  outcome: Outcome | null;
  reason: string;
  /** Media that were found, also those deleted since, so that it only grows. */
  found: number;
  removed: number;
};

const COLUMNS = sql`r.id, r.reference, r.sealed, r.ground, r.by_representative, r.created_at,
  r.confirmed_at, r.due_at, r.searched_at, r.decided_at, r.performer_id, r.outcome, r.reason,
  (SELECT count(*)::int FROM removal_items i WHERE i.request_id = r.id) AS found,
  (SELECT count(*)::int FROM removal_items i WHERE i.request_id = r.id AND i.removed) AS removed`;

export type NewRequest = NamedTargets & {
  id: string;
  reference: string;
  tokenHash: Buffer;
  /** Null when the data of who asks was erased. */
  sealed: Buffer | null;
  ground: Ground;
  byRepresentative: boolean;
  /** The person by whose withdrawal of consent it was opened. */
  performerId?: PerformerId;
  now: Date;
};

export const insertRequest = async (tx: Database, request: NewRequest): Promise<void> => {
  const { id } = request;
  await tx
    .insertInto('removal_requests')
    .values({
      id,
      reference: request.reference,
      token_hash: request.tokenHash,
      sealed: request.sealed,
      ground: request.ground,
      by_representative: request.byRepresentative,
      performer_id: request.performerId ?? null,
      created_at: request.now,
    })
    .execute();
  await insertNamed(tx, id, request);
};

export const requestByToken = async (
  db: Database,
  tokenHash: Buffer,
): Promise<RequestRow | null> => {
  const { rows } = await sql<RequestRow>`SELECT ${COLUMNS} FROM removal_requests r
      WHERE r.token_hash = ${tokenHash}`.execute(db);
  return rows[0] ?? null;
};

export const requestByReference = async (
  db: Database,
  reference: string,
): Promise<RequestRow | null> => {
  const { rows } = await sql<RequestRow>`SELECT ${COLUMNS} FROM removal_requests r
      WHERE r.reference = ${reference}`.execute(db);
  return rows[0] ?? null;
};

/** Locks the row until the transaction ends. */
export const lockRequest = async (tx: Database, id: string): Promise<RequestRow | null> => {
  await tx.selectFrom('removal_requests').select('id').where('id', '=', id).forUpdate().execute();
  const { rows } = await sql<RequestRow>`SELECT ${COLUMNS} FROM removal_requests r
      WHERE r.id = ${id}::uuid`.execute(tx);
  return rows[0] ?? null;
};

export const markConfirmed = async (
  tx: Database,
  id: string,
  { dueAt, now }: { dueAt: Date; now: Date },
): Promise<void> => {
  await tx
    .updateTable('removal_requests')
    .set({ confirmed_at: now, due_at: dueAt })
    .where('id', '=', id)
    .execute();
};

/** Media that the links name, those of posts included, which are not deleted. */
export const mediasNamed = async (db: Database, id: string): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT m.id FROM media m WHERE m.status <> 'error' AND m.id IN (
      SELECT l.target_id FROM removal_links l WHERE l.request_id = ${id}::uuid
        AND l.target_kind = 'media'
      UNION SELECT pm.media_id FROM removal_links l JOIN post_media pm ON pm.post_id = l.target_id
        WHERE l.request_id = ${id}::uuid AND l.target_kind = 'post')
    ORDER BY m.id`.execute(db);
  return rows.map((row) => row.id);
};

/** The request that this person's withdrawal opened and that waits. */
export const openRequestOf = async (
  tx: Database,
  performerId: PerformerId,
): Promise<string | null> => {
  const row = await tx
    .selectFrom('removal_requests')
    .select('id')
    .where('performer_id', '=', performerId)
    .where('decided_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
};

/** Media of all requests that this person's withdrawals opened. */
export const mediasAskedFor = async (
  tx: Database,
  performerId: PerformerId,
): Promise<Set<MediaId>> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT i.media_id AS id FROM removal_requests r JOIN removal_items i ON i.request_id = r.id
    WHERE r.performer_id = ${performerId}::uuid`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

export const uploadedHashes = async (db: Database, id: string): Promise<KnownHash[]> => {
  const { rows } = await sql<KnownHash>`
    SELECT right(encode(varbit_send(hash), 'hex'), 64) AS hash, plain FROM removal_hashes
      WHERE request_id = ${id}::uuid`.execute(db);
  return rows;
};

/**
 * `distance` of 256 bits to the picture that it is like; `plain`: one of the two has few features;
 * `exact`: a file is the same byte by byte.
 */
type Likeness = { distance: number; plain: boolean; exact: boolean };

export type NewItem = Likeness & { mediaId: MediaId; via: ItemVia };

/** Inserts the items that the request did not have yet, and returns them. */
export const insertItems = async (
  tx: Database,
  id: string,
  items: readonly NewItem[],
  now: Date,
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    INSERT INTO removal_items (request_id, media_id, via, distance, plain, exact, found_at)
    SELECT ${id}::uuid, n.media, n.via, n.distance, n.plain, n.exact, ${now}
    FROM unnest(${items.map(({ mediaId }) => mediaId)}::uuid[],
      ${items.map(({ via }) => via)}::text[], ${items.map(({ distance }) => distance)}::int[],
      ${items.map(({ plain }) => plain)}::boolean[], ${items.map(({ exact }) => exact)}::boolean[])
        n (media, via, distance, plain, exact)
    ON CONFLICT DO NOTHING RETURNING media_id AS id`.execute(tx);
  return rows.map((row) => row.id);
};

export type ItemRow = Likeness & { media_id: MediaId; owner_id: ProfileId; via: ItemVia };

/** The media of requests that are not deleted, the named ones first; all of them without a page. */
export const itemsOf = async (
  db: Database,
  ids: readonly string[],
  { limit, offset }: { limit: number | null; offset: number } = { limit: null, offset: 0 },
): Promise<Map<string, ItemRow[]>> => {
  const { rows } = await sql<ItemRow & { request_id: string }>`
    SELECT x.* FROM unnest(${ids}::uuid[]) q (id) CROSS JOIN LATERAL (
      SELECT i.request_id, i.media_id, m.owner_id, i.via, i.distance, i.plain, i.exact
        FROM removal_items i
        JOIN media m ON m.id = i.media_id
      WHERE i.request_id = q.id AND m.status <> 'error'
      ORDER BY array_position(ARRAY['link', 'picture', 'copy', 'later'], i.via), i.distance,
        i.media_id LIMIT ${limit} OFFSET ${offset}) x`.execute(db);
  return Map.groupBy(rows, ({ request_id: id }) => id);
};

/** Whether a request waits for a decision. */
export const isOpen = async (db: Database, id: string): Promise<boolean> => {
  const { rows } = await sql<{ open: boolean }>`
    SELECT EXISTS (SELECT FROM removal_requests WHERE id = ${id}::uuid AND decided_at IS NULL
      AND confirmed_at IS NOT NULL) AS open`.execute(db);
  return rows[0]?.open ?? false;
};

export const linksOf = async (
  db: Database,
  ids: readonly string[],
): Promise<{ request_id: string; link: string; found: boolean }[]> => {
  const { rows } = await sql<{ request_id: string; link: string; found: boolean }>`
    SELECT request_id, link, target_id IS NOT NULL AS found FROM removal_links
      WHERE request_id = ANY(${ids}::uuid[]) ORDER BY request_id, position`.execute(db);
  return rows;
};

export const picturesOf = async (
  db: Database,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT request_id AS id, count(*)::int AS count FROM removal_hashes
      WHERE request_id = ANY(${ids}::uuid[]) GROUP BY request_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** Null: what was added is yet to be looked for. */
export const markSearched = async (tx: Database, id: string, now: Date | null): Promise<void> => {
  await tx.updateTable('removal_requests').set({ searched_at: now }).where('id', '=', id).execute();
};

/** The requests that wait, the soonest due first; or decided ones, newest first. */
export const listRequests = async (
  db: Database,
  decided: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRow[]> => {
  const part = decided
    ? sql`r.decided_at IS NOT NULL ORDER BY r.decided_at DESC, r.id`
    : sql`r.decided_at IS NULL AND r.confirmed_at IS NOT NULL ORDER BY r.due_at, r.id`;
  const { rows } = await sql<RequestRow>`SELECT ${COLUMNS} FROM removal_requests r WHERE ${part}
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export const markDecided = async (
  tx: Database,
  id: string,
  {
    outcome,
    reason,
    adminId,
    now,
  }: { outcome: Outcome; reason: string; adminId: ProfileId; now: Date },
): Promise<void> => {
  await tx
    .updateTable('removal_requests')
    .set({ outcome, reason, decided_by: adminId, decided_at: now })
    .where('id', '=', id)
    .execute();
};

/** Marks the media that a decision removed. */
export const markRemoved = async (
  tx: Database,
  id: string,
  mediaIds: readonly MediaId[],
): Promise<void> => {
  await sql`UPDATE removal_items SET removed = true WHERE request_id = ${id}::uuid
    AND media_id = ANY(${mediaIds}::uuid[])`.execute(tx);
};

/**
 * Open requests with one of the pictures, uploaded or named, turned or mirrored, or one of the
 * files.
 */
export const requestsLike = async (
  db: Database,
  { pictures, files }: KnownHashes,
): Promise<(Likeness & { id: string })[]> => {
  const { rows } = await sql<Likeness & { id: string }>`
    WITH wanted AS (
      SELECT h.request_id, h.hash, h.plain FROM removal_hashes h
        JOIN removal_requests r ON r.id = h.request_id WHERE r.confirmed_at IS NOT NULL
        AND r.decided_at IS NULL
      UNION ALL SELECT i.request_id, known.hash, known.plain FROM removal_items i
        JOIN removal_requests r ON r.id = i.request_id
        JOIN ${KNOWN_PICTURES} known ON known.media_id = i.media_id
      WHERE r.confirmed_at IS NOT NULL AND r.decided_at IS NULL)
    SELECT l.request_id AS id, min(l.distance)::int AS distance, bool_and(l.plain) AS plain,
      bool_or(l.exact) AS exact
    FROM (
      SELECT w.request_id, bit_count(w.hash # a.hash) AS distance, w.plain OR a.plain AS plain,
        false AS exact
      FROM wanted w CROSS JOIN ${turnedRows(pictures)} a WHERE ${isSamePicture('w', 'a')}
      UNION ALL SELECT i.request_id, 0, false, true FROM ${mediaWithFiles(files)} found
        JOIN removal_items i ON i.media_id = found.media_id
        JOIN removal_requests r ON r.id = i.request_id
      WHERE r.confirmed_at IS NOT NULL AND r.decided_at IS NULL
    ) l GROUP BY l.request_id`.execute(db);
  return rows;
};

/**
 * Requests whose address was never proven, and what people wrote in those that were decided long
 * ago.
 */
export const deleteOld = async (
  db: Database,
  { unconfirmedBefore, decidedBefore }: { unconfirmedBefore: Date; decidedBefore: Date },
): Promise<void> => {
  await sql`DELETE FROM removal_requests WHERE confirmed_at IS NULL
    AND created_at < ${unconfirmedBefore}`.execute(db);
  await sql`UPDATE removal_requests SET sealed = NULL WHERE sealed IS NOT NULL
    AND decided_at < ${decidedBefore}`.execute(db);
};

export type OpenRequest = { id: string; created_at: Date; due_at: Date; reminders: number };

export const lockOpenRequests = async (tx: Database): Promise<OpenRequest[]> => {
  const { rows } = await sql<OpenRequest>`
    SELECT id, confirmed_at AS created_at, due_at, reminders FROM removal_requests
    WHERE decided_at IS NULL AND confirmed_at IS NOT NULL AND reminders < 2 ORDER BY due_at, id
      FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows;
};

export const setReminders = async (
  tx: Database,
  requests: readonly Pick<OpenRequest, 'id' | 'reminders'>[],
): Promise<void> => {
  await sql`UPDATE removal_requests r SET reminders = n.reminders
    FROM unnest(${requests.map(({ id }) => id)}::uuid[],
    ${requests.map(({ reminders }) => reminders)}::int[]) n (id, reminders)
    WHERE r.id = n.id`.execute(tx);
};

/** The owner of each of the media that are not deleted. */
export const ownersOf = async (
  db: Database,
  mediaIds: readonly MediaId[],
): Promise<{ mediaId: MediaId; ownerId: ProfileId }[]> => {
  const { rows } = await sql<{ mediaId: MediaId; ownerId: ProfileId }>`
    SELECT id AS "mediaId", owner_id AS "ownerId" FROM media WHERE id = ANY(${mediaIds}::uuid[])
      AND status <> 'error' ORDER BY id`.execute(db);
  return rows;
};

/** Requests that wait for a decision. */
export const OPEN_REQUESTS: WaitingCases = sql<WaitingCase>`
  SELECT id::text AS id, confirmed_at AS since, NULL::uuid AS about,
    ARRAY(SELECT m.owner_id FROM removal_items i JOIN media m ON m.id = i.media_id
      WHERE i.request_id = removal_requests.id) AS parties, due_at AS due
    FROM removal_requests WHERE decided_at IS NULL AND confirmed_at IS NOT NULL`;

/** Whether the viewer is an administrator, and an open request is about the media. */
export const isInOpenRequest = async (
  db: Database,
  mediaId: MediaId,
  viewerId: ProfileId,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${isStaffWith('content.read', sql`${viewerId}::uuid`)} AND EXISTS (SELECT
      FROM removal_items i JOIN removal_requests r ON r.id = i.request_id
      WHERE i.media_id = ${mediaId}::uuid AND r.decided_at IS NULL
        AND r.confirmed_at IS NOT NULL) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/** Requests that were decided. */
export const decidedRemovals = decisionsOf(
  'removalRequest',
  sql`removal_requests WHERE confirmed_at IS NOT NULL`,
  'confirmed_at',
  'decided_at',
);
