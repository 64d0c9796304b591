// What ties a person to a producer, in SQL, as the rules of entry ask for it.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { subscribesTo } from '../../access/index.ts';

type Relation = { follows: boolean; subscribes: boolean; sold_plan: boolean };

export const loadRelation = async (
  db: Database,
  producerId: ProfileId,
  profileId: ProfileId,
  now: Date,
): Promise<Relation> => {
  const { rows } = await sql<Relation>`
    SELECT EXISTS (SELECT FROM follows f WHERE f.follower_id = k.person
      AND f.followee_id = k.producer) AS follows,
      ${sql.raw(subscribesTo('k.producer', 'k.person', 'k.now'))} AS subscribes,
      EXISTS (SELECT FROM tiers t WHERE t.producer_id = k.producer) AS sold_plan
    FROM (SELECT ${producerId}::uuid AS producer, ${profileId}::uuid AS person,
      ${now}::timestamptz AS now) k`.execute(db);
  if (!rows[0]) throw new Error('a query without a table answered no row');
  return rows[0];
};
