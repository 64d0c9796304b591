// Copies of rows that a person deletes or changes while a legal hold is on them, so that what
// features show and erase stays simple: the row goes or changes, and what it said stays for who
// asked for the hold.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isPostUnderLegalHold } from './legal-hold-store.ts';

/** The table of each kind, and its column with the profile whose hold counts. */
const SOURCES = {
  post: { table: 'posts', owner: 'profile_id' },
  message: { table: 'messages', owner: 'sender_id' },
  messageContent: { table: 'message_contents', owner: 'author_id' },
  profile: { table: 'profiles', owner: 'id' },
  bankAccount: { table: 'bank_accounts', owner: 'profile_id' },
  savedPayment: { table: 'saved_payments', owner: 'profile_id' },
  producer: { table: 'producer_requests', owner: 'profile_id' },
  performer: { table: 'performers', owner: 'producer_id' },
} as const;

export type HeldKind = keyof typeof SOURCES;

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
  await sql`
    INSERT INTO held_copies (id, kind, subject_id, owner_id, content)
    SELECT uuidv7(), ${kind}, t.id, t.${sql.raw(owner)}, to_jsonb(t) FROM ${sql.table(table)} t
    WHERE (${which}) AND ${sql.raw(isPostUnderLegalHold('t.id', `t.${owner}`))}`.execute(tx);
};

/** As `keepHeldCopies`, of one row. */
export const keepHeldCopy = (tx: Database, kind: HeldKind, id: string): Promise<void> =>
  keepHeldCopies(tx, kind, sql`t.id = ${id}::uuid`);

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
