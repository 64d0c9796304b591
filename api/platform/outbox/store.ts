// The outbox table: rows in with the writer's transaction, out in batches by one relay at a time.
import type { TopicKey } from '@camarim/contract/events';
import { sql } from 'kysely';
import type { AccessChange, RealtimeMessage } from '../bus/port.ts';
import { topicsOf } from '../bus/version-before.ts';
import type { Database } from '../database/database.ts';
import type { SideEffects } from '../database/side-effects.ts';

/** Two relays at once could hand over a later event first, even if each locked its own rows. */
const RELAY_LOCK = 4_207_003;

/** What the outbox publishes, and on which channel of the bus. */
export type OutboxEntry =
  | { channel: 'realtime'; message: RealtimeMessage }
  | { channel: 'accessChanged'; message: AccessChange };

/** The `event` of a row that is no event of the socket. */
const ACCESS_CHANGED = 'accessChanged';
const MEMBER = 'member:';

/** What the payload column of an event holds. */
type StoredEvent = Pick<RealtimeMessage, 'payload' | 'message' | 'except'> & {
  topics?: TopicKey[];
  /** Written by the version before, whose rows may wait while processes are replaced. */
  watchers?: boolean;
  post?: string;
};

export type OutboxRow = { event: string; audience: string[]; payload: unknown };

/**
 * The row of an event. `audience` holds the profiles of its `member` topics, as in the balance
 * events that the ledger's function inserts; other topics travel with the payload.
 */
export const outboxRow = ({
  event,
  topics,
  payload,
  message,
  except,
}: RealtimeMessage): OutboxRow => {
  const others = topics.filter((key) => !key.startsWith(MEMBER));
  return {
    event,
    audience: topics.flatMap((key) => (key.startsWith(MEMBER) ? key.slice(MEMBER.length) : [])),
    payload: {
      payload,
      message,
      ...(except && { except }),
      ...(others.length > 0 && { topics: others }),
    } satisfies StoredEvent,
  };
};

/** Events as rows that another statement inserts with its own. */
export const eventEffects = (...events: RealtimeMessage[]): SideEffects => ({
  outbox: events.map(outboxRow),
});

const entryOf = ({ event, audience, payload }: OutboxRow): OutboxEntry => {
  if (event === ACCESS_CHANGED) return { channel: event, message: payload as AccessChange };
  const { topics = [], watchers, post, ...stored } = payload as StoredEvent;
  const addressed = topicsOf({ audience, ...(watchers && { watchers }), ...(post && { post }) });
  const message = { event, topics: [...addressed, ...topics], ...stored } as RealtimeMessage;
  return { channel: 'realtime', message };
};

const insertRows = async (tx: Database, rows: OutboxRow[]): Promise<void> => {
  if (rows.length === 0) return;
  // As one parameter: a list would be another statement for each length.
  await sql`
    INSERT INTO outbox (event, audience, payload)
    SELECT r.event, r.audience, r.payload
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (event text, audience uuid[],
      payload jsonb)`.execute(tx);
};

/**
 * SQL by which another statement writes events with its own rows: `source` selects `event`,
 * `audience` and `payload` of rows that `outboxRow` made, in the order in which they leave. Its
 * transaction wakes the relay by `nudge` after its commit.
 */
export const addingEvents = (source: string): string =>
  `INSERT INTO outbox (event, audience, payload) ${source}`;

export const addEvents = (tx: Database, events: RealtimeMessage[]): Promise<void> =>
  insertRows(tx, events.filter(({ topics }) => topics.length > 0).map(outboxRow));

export const addAccessChange = (tx: Database, change: AccessChange): Promise<void> =>
  insertRows(tx, [{ event: ACCESS_CHANGED, audience: [], payload: change }]);

/**
 * Gives the oldest events to `handOver` and deletes them when it is done, in one transaction;
 * returns how many there were. None when another process is at it.
 */
export const takeEvents = (
  db: Database,
  limit: number,
  handOver: (entries: OutboxEntry[]) => Promise<void>,
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
    await handOver(stored.map(entryOf));
    // As one parameter: a list would be another statement for each length.
    await sql`DELETE FROM outbox WHERE id = ANY(${stored.map(({ id }) => id)}::bigint[])`.execute(
      tx,
    );
    return stored.length;
  });
