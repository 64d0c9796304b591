// SQL of the chain of the audit log.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** An entry as the log stores and exports it; instants in UTC with microseconds. */
export type EntryContent = {
  id: string;
  at: string;
  admin: string | null;
  action: string;
  profile: string | null;
  subject: string | null;
  reason: string;
};

/** The sequence number of an entry in its chain (column and wire: place), and its hash. */
export type ChainPosition = { place: number; hash: string };
/** A position in the chain with its entry; null where the entry itself is gone. */
export type ChainedEntry = ChainPosition & { entry: EntryContent | null };

/** The columns of `l`, an entry of the log, that its hash covers. */
export const CONTENT: RawBuilder<EntryContent> = sql<EntryContent>`
  l.id::text AS id, to_char(l.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  l.admin_profile_id::text AS admin, l.action, l.profile_id::text AS profile,
    l.subject_id AS subject, l.reason`;

type Row = EntryContent & { place: string; hash: string; found: boolean };

const chained = ({ place, hash, found, ...entry }: Row): ChainedEntry => ({
  place: Number(place),
  hash,
  entry: found ? entry : null,
});

/** In the order of the chain. */
export const chainedEntries = async (
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<ChainedEntry[]> => {
  const { rows } = await sql<Row>`
    SELECT c.place::text AS place, encode(c.hash, 'hex') AS hash, l.id IS NOT NULL AS found,
      ${CONTENT}
    FROM admin_log_chain c LEFT JOIN admin_log l ON l.id = c.entry_id
    WHERE c.place > ${after} ORDER BY c.place LIMIT ${limit}`.execute(db);
  return rows.map(chained);
};

export const chainHead = async (db: Database): Promise<ChainPosition> => {
  const { rows } = await sql<{ place: string; hash: string }>`
    SELECT place::text AS place, encode(hash, 'hex') AS hash FROM admin_log_head`.execute(db);
  const [head] = rows;
  return { place: Number(head?.place ?? 0), hash: head?.hash ?? '' };
};

/** The oldest entry that is stored beside the chain; null when all are in it. */
export const unchainedEntry = async (db: Database): Promise<EntryContent | null> => {
  const { rows } = await sql<EntryContent>`
    SELECT ${CONTENT} FROM admin_log l WHERE NOT EXISTS (SELECT FROM admin_log_chain c
      WHERE c.entry_id = l.id)
    ORDER BY l.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
};
