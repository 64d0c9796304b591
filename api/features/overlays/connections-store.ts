// What a producer has connected to the events of their rooms, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Whether anything of the producer reads events. */
export const hasConnection = async (tx: Database, producerId: ProfileId): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM webhooks WHERE producer_id = ${producerId}::uuid
    UNION ALL SELECT FROM overlay_toys WHERE producer_id = ${producerId}::uuid AND uid IS NOT NULL
    UNION ALL SELECT FROM overlay_links WHERE producer_id = ${producerId}::uuid`.execute(tx);
  return rows.length > 0;
};
