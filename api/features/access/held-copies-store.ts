// Copies of rows that a person deletes or changes while a legal hold is on them, so that what
// features show and erase stays simple: the row goes or changes, and what it said stays for who
// asked for the hold.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isPostUnderLegalHold } from './legal-hold-store.ts';

/** The profile of the account that a session, a device or an identity belongs to. */
const OF_USER = '(SELECT p.id FROM profiles p WHERE p.user_id = t.user_id)';

/**
 * The table of each kind, SQL about its row `t` for the profile whose hold counts, the column with
 * the id, unless that is `id`, and a column that is not kept.
 */
const SOURCES = {
  post: { table: 'posts', owner: 't.profile_id' },
  message: { table: 'messages', owner: 't.sender_id' },
  messageContent: { table: 'message_contents', owner: 't.author_id' },
  profile: { table: 'profiles', owner: 't.id' },
  profileContacts: { table: 'profile_contacts', owner: 't.profile_id', id: 'profile_id' },
  bankAccount: { table: 'bank_accounts', owner: 't.profile_id' },
  savedPayment: { table: 'saved_payments', owner: 't.profile_id' },
  producer: { table: 'producer_requests', owner: 't.profile_id' },
  performer: { table: 'performers', owner: 't.producer_id' },
  collection: { table: 'collections', owner: 't.producer_id' },
  session: { table: 'sessions', owner: OF_USER },
  account: {
    table: 'users',
    owner: '(SELECT p.id FROM profiles p WHERE p.user_id = t.id)',
    omit: 'password_hash',
  },
  device: { table: 'known_devices', owner: OF_USER, id: 'user_id' },
  identity: { table: 'identities', owner: OF_USER, id: 'user_id' },
  note: { table: 'profile_notes', owner: 't.writer_id', id: 'profile_id' },
  chatOptions: { table: 'chat_options', owner: 't.profile_id', id: 'profile_id' },
  cameraSettings: { table: 'camera_settings', owner: 't.producer_id', id: 'producer_id' },
  roomSettings: { table: 'live_room_settings', owner: 't.producer_id', id: 'producer_id' },
  noticeSettings: { table: 'notification_settings', owner: 't.profile_id', id: 'profile_id' },
} as const satisfies Record<string, { table: string; owner: string; id?: string; omit?: string }>;

export type HeldKind = keyof typeof SOURCES;

const idOf = (kind: HeldKind): string => {
  const source = SOURCES[kind];
  return 'id' in source ? source.id : 'id';
};

/**
 * Keeps rows as they are before the caller deletes or changes them, in the same transaction, if a
 * legal hold is on them or on the account of their owner. Sealed columns stay sealed. `which` is
 * SQL about the row `t`.
 */
export const keepHeldCopies = async (
  tx: Database,
  kind: HeldKind,
  which: RawBuilder<unknown>,
): Promise<void> => {
  const { table, owner } = SOURCES[kind];
  const { omit = '' } = SOURCES[kind] as { omit?: string };
  const id = `t.${idOf(kind)}`;
  await sql`
    INSERT INTO held_copies (id, kind, subject_id, owner_id, content)
    SELECT uuidv7(), ${kind}, ${sql.raw(id)}, ${sql.raw(owner)}, to_jsonb(t) - ${omit}::text
    FROM ${sql.table(table)} t
    WHERE (${which}) AND ${sql.raw(isPostUnderLegalHold(id, owner))}`.execute(tx);
};

/** As `keepHeldCopies`, of one row. */
export const keepHeldCopy = (tx: Database, kind: HeldKind, id: string): Promise<void> =>
  keepHeldCopies(tx, kind, sql`${sql.ref(`t.${idOf(kind)}`)} = ${id}::uuid`);

/** Whether a copy of the row with this id is kept. */
export const hasHeldCopy = async (db: Database, subjectId: string): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM held_copies WHERE subject_id = ${subjectId}::uuid
    LIMIT 1`.execute(db);
  return rows.length > 0;
};

/** Deletes some copies that nothing holds any more. */
export const takeReleasedCopies = async (
  tx: Database,
  limit: number,
): Promise<{ kind: HeldKind; subjectId: string }[]> => {
  const { rows } = await sql<{ kind: HeldKind; subjectId: string }>`
    DELETE FROM held_copies WHERE id IN (SELECT c.id FROM held_copies c
      WHERE NOT ${sql.raw(isPostUnderLegalHold('c.subject_id', 'c.owner_id'))}
      ORDER BY c.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING kind, subject_id AS "subjectId"`.execute(tx);
  return rows;
};
