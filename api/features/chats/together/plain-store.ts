// SQL that sends messages with their keys and events: one statement, whatever their number.
import type { Database } from '../../../platform/database/database.ts';
import { preparedRead } from '../../../platform/database/prepared-read.ts';
import { takingKeys } from '../../../platform/idempotency/store.ts';
import { addingEvents, type OutboxRow } from '../../../platform/outbox/store.ts';
import {
  MESSAGES_GIVEN,
  messageValues,
  type NewMessage,
  type PlacedMessage,
  PLACING,
} from '../messages-store.ts';

export type KeyedMessage = NewMessage & {
  clientKey: string;
  /** The id of the request that its key belongs to. */
  hash: Buffer;
  /** Its event, in which the place is still missing. */
  event: OutboxRow;
};

type Row = { n: number; taken: boolean; seq: number | null; muted: boolean; firstUnread: boolean };

// $12 hashes, $13 events, $14 the route. What is not taken keeps its place in $1 to $11 and gets no
// other.
const insertKeyed = preparedRead<Row>(`
  WITH ${takingKeys({
    source: `SELECT g.*, g.client_key AS key, ($12::bytea[])[g.n::int] AS hash,
      to_jsonb(g.id) AS reply, ($13::jsonb[])[g.n::int] AS event FROM (${MESSAGES_GIVEN}) g`,
    sender: 'sender_id',
    route: '$14',
    now: '$11',
  })},
  w AS MATERIALIZED (SELECT claim.* FROM claim JOIN taken ON taken.profile_id = claim.sender_id
    AND taken.key = claim.key),
  ${PLACING},
  o AS (${addingEvents(`SELECT p.event ->> 'event', ARRAY(SELECT jsonb_array_elements_text(p.event -> 'audience'))::uuid[],
      jsonb_set(p.event -> 'payload', '{payload,seq}', to_jsonb(p.seq)) FROM p ORDER BY p.n`)})
  SELECT claim.n::int AS n, w.n IS NOT NULL AS taken, p.seq::int8 AS seq, coalesce(m.muted,
    false) AS muted, coalesce(m.first = p.n, false) AS "firstUnread"
  FROM claim LEFT JOIN w ON w.n = claim.n LEFT JOIN p ON p.n = claim.n
    LEFT JOIN m ON m.chat_id = p.chat_id AND m.profile_id = p.receiver_id`);

/**
 * Takes the keys that are new, each with the id of its message as the reply, and sends their
 * messages as `insertMessages` does, with their events. Null: the key was not taken. `placed` is
 * null when the conversation is gone.
 */
export const insertKeyedMessages = async (
  tx: Database,
  messages: readonly KeyedMessage[],
  route: string,
  now: Date,
): Promise<({ placed: PlacedMessage | null } | null)[]> => {
  const rows = await insertKeyed(
    tx,
    ...messageValues(messages, now),
    messages.map(({ hash }) => hash),
    messages.map(({ event }) => JSON.stringify(event)),
    route,
  );
  const sent: ({ placed: PlacedMessage | null } | null)[] = messages.map(() => null);
  for (const { n, taken, seq, muted, firstUnread } of rows)
    if (taken) sent[n - 1] = { placed: seq === null ? null : { seq, muted, firstUnread } };
  return sent;
};
