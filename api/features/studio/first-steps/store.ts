// The first steps of a producer, read from what is there, and whether their list was put away.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type FirstSteps = {
  picture: boolean;
  plan: boolean;
  payoutAccount: boolean;
  firstPost: boolean;
  shared: boolean;
  dismissed: boolean;
};

export const loadFirstSteps = async (db: Database, id: ProfileId): Promise<FirstSteps> => {
  const { rows } = await sql<FirstSteps>`
    SELECT coalesce(p.avatar_media_id, p.held_avatar_media_id) IS NOT NULL AS picture,
      p.total_posts > 0 AS "firstPost",
      EXISTS (SELECT FROM tiers t WHERE t.producer_id = p.id AND t.deleted_at IS NULL) AS plan,
      EXISTS (SELECT FROM bank_accounts b WHERE b.profile_id = p.id) AS "payoutAccount",
      EXISTS (SELECT FROM view_days v WHERE v.profile_id = p.id AND v.post_id IS NULL) AS shared,
      EXISTS (SELECT FROM first_steps_dismissals d WHERE d.profile_id = p.id) AS dismissed
    FROM profiles p WHERE p.id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a creator without a profile');
  return row;
};

export const saveDismissal = async (
  db: Database,
  id: ProfileId,
  dismissed: boolean,
  now: Date,
): Promise<void> => {
  if (!dismissed) return deleteDismissalOf(db, id);
  await db
    .insertInto('first_steps_dismissals')
    .values({ profile_id: id, dismissed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const deleteDismissalOf = async (db: Database, id: ProfileId): Promise<void> => {
  await db.deleteFrom('first_steps_dismissals').where('profile_id', '=', id).execute();
};

export const loadDismissals = async (db: Database, id: ProfileId): Promise<unknown> =>
  db
    .selectFrom('first_steps_dismissals')
    .select('dismissed_at as dismissedAt')
    .where('profile_id', '=', id)
    .execute();
