// The fee of a producer in the database.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../../platform/database/database.ts';

/**
 * `feeBps` null: the usual fee. Null for a profile that is not an approved or suspended producer.
 */
export const feeOf = async (
  db: Database,
  producerId: ProfileId,
): Promise<{ feeBps: number | null } | null> => {
  const row = await db
    .selectFrom('profiles')
    .select('fee_bps')
    .where('id', '=', producerId)
    .where('producer_stage', 'in', ['approved', 'suspended'])
    .executeTakeFirst();
  return row ? { feeBps: row.fee_bps } : null;
};

export const updateFee = async (
  tx: Database,
  producerId: ProfileId,
  feeBps: number | null,
): Promise<void> => {
  await tx.updateTable('profiles').set({ fee_bps: feeBps }).where('id', '=', producerId).execute();
};
