// Calls of members to producers in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { CallId, CallState } from '@camarim/contract/features/lives/calls';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type CallRow = {
  id: CallId;
  producer_id: ProfileId;
  caller_id: ProfileId;
  type: 2 | 3;
  state: CallState;
  price_centavos: Centavos | null;
  live_id: LiveId | null;
  created_at: Date;
  expires_at: Date;
};

export type NewCall = Omit<CallRow, 'state' | 'live_id'>;

/**
 * The call that waits, of the type that was asked for last; `fresh`: it is new or of another type
 * now. One that is accepted stays as it is.
 */
export const placeCall = async (
  tx: Database,
  call: NewCall,
): Promise<{ row: CallRow; fresh: boolean }> => {
  const { rows } = await sql<CallRow & { fresh: boolean }>`
    WITH known AS (SELECT id, type FROM live_calls WHERE producer_id = ${call.producer_id}::uuid
      AND caller_id = ${call.caller_id}::uuid AND ended_at IS NULL)
    INSERT INTO live_calls (id, producer_id, caller_id, type, state, price_centavos, created_at,
      expires_at)
    VALUES (${call.id}::uuid, ${call.producer_id}::uuid, ${call.caller_id}::uuid,
      ${call.type}, 'waiting', ${call.price_centavos}, ${call.created_at}, ${call.expires_at})
    ON CONFLICT (producer_id, caller_id) WHERE ended_at IS NULL DO UPDATE SET
      type = CASE live_calls.state WHEN 'waiting' THEN excluded.type ELSE live_calls.type END,
      price_centavos = CASE live_calls.state WHEN 'waiting' THEN excluded.price_centavos
        ELSE live_calls.price_centavos END,
      expires_at = CASE live_calls.state WHEN 'waiting' THEN excluded.expires_at
        ELSE live_calls.expires_at END
    RETURNING *, NOT EXISTS (SELECT FROM known k WHERE k.id = live_calls.id
      AND k.type = live_calls.type) AS fresh`.execute(tx);
  if (!rows[0]) throw new Error('an upsert answered no row');
  const { fresh, ...row } = rows[0];
  return { row, fresh };
};

export const countWaiting = async (db: Database, producerId: ProfileId): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM live_calls WHERE producer_id = ${producerId}::uuid
      AND state = 'waiting' AND ended_at IS NULL`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The call between the two that waits or is accepted. */
export const findCall = async (
  db: Database,
  producerId: ProfileId,
  callerId: ProfileId,
): Promise<CallRow | null> =>
  ((await db
    .selectFrom('live_calls')
    .selectAll()
    .where('producer_id', '=', producerId)
    .where('caller_id', '=', callerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()) as CallRow | undefined) ?? null;

/** Whether the producer declined a call of this person after the instant. */
export const declinedSince = async (
  db: Database,
  producerId: ProfileId,
  callerId: ProfileId,
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('live_calls')
    .select('id')
    .where('producer_id', '=', producerId)
    .where('caller_id', '=', callerId)
    .where('state', '=', 'declined')
    .where('ended_at', '>', since)
    .executeTakeFirst()) !== undefined;

/** The calls that wait for a producer, oldest first. */
export const waitingCalls = (
  db: Database,
  producerId: ProfileId,
  limit: number,
): Promise<CallRow[]> =>
  db
    .selectFrom('live_calls')
    .selectAll()
    .where('producer_id', '=', producerId)
    .where('state', '=', 'waiting')
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .$castTo<CallRow>()
    .execute();

export const findCallById = async (db: Database, id: CallId): Promise<CallRow | null> =>
  ((await db.selectFrom('live_calls').selectAll().where('id', '=', id).executeTakeFirst()) as
    | CallRow
    | undefined) ?? null;

/** Null when it does not wait any more. */
export const acceptCall = async (
  tx: Database,
  { producerId, callerId, type }: { producerId: ProfileId; callerId: ProfileId; type: number },
  liveId: LiveId,
  { now, until }: { now: Date; until: Date },
): Promise<CallRow | null> => {
  const { rows } = await sql<CallRow>`
    UPDATE live_calls SET state = 'accepted', live_id = ${liveId}::uuid, expires_at = ${until}
    WHERE producer_id = ${producerId}::uuid AND caller_id = ${callerId}::uuid AND type = ${type}
      AND state = 'waiting'
      AND ended_at IS NULL AND expires_at > ${now}::timestamptz RETURNING *`.execute(tx);
  return rows[0] ?? null;
};

/**
 * The caller has entered the show of their accepted call, if it was for one; a free party is
 * entered by watching it.
 */
export const enterCall = async (
  tx: Database,
  liveId: LiveId,
  callerId: ProfileId,
  now: Date,
): Promise<void> => {
  await sql`
    UPDATE live_calls SET state = 'entered', ended_at = ${now}
    WHERE live_id = ${liveId}::uuid AND caller_id = ${callerId}::uuid AND state = 'accepted'
      AND ended_at IS NULL`.execute(tx);
};

/** `show_open`: it was accepted, and its show waits for the caller. Null when it was over. */
export const endCall = async (
  tx: Database,
  id: CallId,
  state: 'declined' | 'cancelled' | 'expired',
  now: Date,
): Promise<(CallRow & { show_open: boolean }) | null> => {
  const { rows } = await sql<CallRow & { show_open: boolean }>`
    UPDATE live_calls SET state = ${state}, ended_at = ${now} WHERE id = ${id}::uuid
      AND ended_at IS NULL RETURNING *, EXISTS (SELECT FROM lives l
        WHERE l.id = live_calls.live_id AND l.ended_at IS NULL) AS show_open`.execute(tx);
  return rows[0] ?? null;
};

/** Calls whose time is over, accepted ones among them. */
export const overdueCalls = async (db: Database, now: Date, limit: number): Promise<CallId[]> => {
  const rows = await db
    .selectFrom('live_calls')
    .select('id')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id as CallId);
};

/** Calls of and to a person that are not over. */
export const openCallsOf = async (db: Database, profileId: ProfileId): Promise<CallId[]> => {
  const { rows } = await sql<{ id: CallId }>`
    SELECT id FROM live_calls WHERE ended_at IS NULL AND ${profileId}::uuid IN (producer_id,
      caller_id) ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Erases the calls of a person to others. */
export const deleteCallsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_calls WHERE caller_id = ${profileId}::uuid`.execute(db);
};

/** Whether the profile is a producer who may go live. */
export const isApproved = async (db: Database, producerId: ProfileId): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', producerId)
    .where('producer_stage', '=', 'approved')
    .executeTakeFirst()) !== undefined;
