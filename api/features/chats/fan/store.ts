// SQL of a fan's subscription, follow and list membership with one producer.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type FanRow = {
  follows_since: Date | null;
  /** Null: never subscribed. */
  subscribed_since: Date | null;
  paid_until: Date | null;
  renews: boolean;
};

export const findFan = async (
  db: Database,
  producerId: ProfileId,
  fanId: ProfileId,
): Promise<FanRow> => {
  const { rows } = await sql<FanRow>`
    SELECT f.created_at AS follows_since, s.created_at AS subscribed_since, s.paid_until,
      s.renew_at IS NOT NULL AS renews
    FROM (SELECT ${producerId}::uuid AS producer, ${fanId}::uuid AS fan) k
      LEFT JOIN follows f ON f.followee_id = k.producer AND f.follower_id = k.fan
      LEFT JOIN subscriptions s ON s.producer_id = k.producer AND s.fan_id = k.fan
        AND s.paid_until > s.created_at`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a statement of one row had none');
  return row;
};
