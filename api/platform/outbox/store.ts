// The outbox table: rows in with the writer's transaction, out in batches by one relay at a time.
import { type Kysely, sql } from 'kysely';
import type { RealtimeMessage } from '../bus/port.ts';
import type { DB } from '../database/database.ts';

/** Two relays at once could hand over a later event first, even if each locked its own rows. */
const RELAY_LOCK = 4_207_003;

/** What the payload column holds. */
type StoredEvent = Pick<RealtimeMessage, 'payload' | 'message' | 'watchers' | 'post'>;

export const addEvents = async (tx: Kysely<DB>, events: RealtimeMessage[]): Promise<void> => {
  const rows = events
    .filter(({ audience, post }) => audience.length > 0 || post !== undefined)
    // The message travels with the payload, for it is as small and as short-lived.
    .map(({ event, audience, payload, message, watchers, post }) => ({
      event,
      audience: [...audience],
      payload: JSON.stringify({ payload, message, watchers, post } satisfies StoredEvent),
    }));
  if (rows.length > 0) await tx.insertInto('outbox').values(rows).execute();
};

/**
 * Gives the oldest events to `handOver` and deletes them when it is done, in one transaction;
 * answers how many there were. None when another process is at it.
 */
export const takeEvents = (
  db: Kysely<DB>,
  limit: number,
  handOver: (events: RealtimeMessage[]) => Promise<void>,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      held: boolean;
    }>`SELECT pg_try_advisory_xact_lock(${sql.lit(RELAY_LOCK)}) AS held`.execute(tx);
    if (!rows[0]?.held) return 0;
    const stored = await tx
      .selectFrom('outbox')
      .select(['id', 'event', 'audience', 'payload'])
      .orderBy('id')
      .limit(limit)
      .execute();
    if (stored.length === 0) return 0;
    await handOver(
      stored.map(
        ({ event, audience, payload }) =>
          ({ event, audience, ...(payload as StoredEvent) }) as unknown as RealtimeMessage,
      ),
    );
    // As one parameter: a list would be another statement for each length.
    await sql`DELETE FROM outbox WHERE id = ANY(${stored.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
    return stored.length;
  });
