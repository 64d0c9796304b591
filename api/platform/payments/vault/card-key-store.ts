// The shared card keys in the database. One process at a time creates a new pair when the newest is
// too old to be issued.
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { lockName, transaction } from '../../database/transaction.ts';
import type { CardKeyStore, CardKeyRecord } from './card-keys.ts';

const COLUMNS = sql`kid, jwk, sealed, made_at AS "madeAt"`;
const LOCK = 'card keys';

const readNewest = async (db: Database, after: Date): Promise<CardKeyRecord | null> => {
  const { rows } =
    await sql<CardKeyRecord>`SELECT ${COLUMNS} FROM card_keys WHERE made_at > ${after}
      ORDER BY made_at DESC, kid LIMIT 1`.execute(db);
  return rows[0] ?? null;
};

export const cardKeyStore = (db: Database): CardKeyStore => ({
  newest: (after) => readNewest(db, after),
  find: async (kid) => {
    const { rows } =
      await sql<CardKeyRecord>`SELECT ${COLUMNS} FROM card_keys WHERE kid = ${kid}`.execute(db);
    return rows[0] ?? null;
  },
  insert: (key, after, until) =>
    transaction(db, async (tx) => {
      await lockName(tx, LOCK);
      const found = await readNewest(tx, after);
      if (found) return found;
      // Deletes their uses by cascade.
      await sql`DELETE FROM card_keys WHERE made_at < ${until}`.execute(tx);
      await sql`INSERT INTO card_keys (kid, jwk, sealed, made_at) VALUES (${key.kid},
        ${JSON.stringify(key.jwk)}, ${key.sealed}, ${key.madeAt})`.execute(tx);
      return key;
    }),
  recordUse: async ({ fingerprint, kid, reference }) => {
    await sql`INSERT INTO card_uses (fingerprint, kid, reference) VALUES (${fingerprint}, ${kid},
      ${reference}) ON CONFLICT DO NOTHING`.execute(db);
    const { rows } = await sql<{
      reference: string;
    }>`SELECT reference FROM card_uses WHERE fingerprint = ${fingerprint}`.execute(db);
    return rows[0]?.reference === reference;
  },
});
