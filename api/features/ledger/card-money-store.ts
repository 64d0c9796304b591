// Whether money that a buyer spends may still be disputed by the holder of a card.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * SQL condition: a card topped up this profile's wallet since an instant. A wallet mixes its money,
 * so all of it counts.
 */
export const chargedByCardSince = (
  profileId: RawBuilder<unknown>,
  since: Date,
): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM charges c WHERE c.profile_id = ${profileId} AND c.method = 'card'
    AND c.created_at >= ${since}::timestamptz AND c.paid_at IS NOT NULL)`;

/**
 * The source that decides how long a sale to this buyer is held: 'card' after a card charge of the
 * last HOLD_DAYS_CARD days, else none.
 */
export const sourceOf = async (
  db: Database,
  buyerId: ProfileId,
  since: Date,
): Promise<{ source?: 'card' }> => {
  const { rows } = await sql<{
    byCard: boolean;
  }>`SELECT ${chargedByCardSince(sql`${buyerId}::uuid`, since)} AS "byCard"`.execute(db);
  return rows[0]?.byCard ? { source: 'card' } : {};
};

/** The instant from which a card charge counts. */
export const cardMoneySince = ({
  clock,
  fraudSettings,
}: Pick<Platform, 'clock' | 'fraudSettings'>): Date =>
  new Date(clock.now().getTime() - fraudSettings.current().HOLD_DAYS_CARD * DAY_MS);
