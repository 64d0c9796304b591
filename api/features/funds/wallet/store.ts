// Recipients of tips in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { regionOf } from '../../../platform/http/place.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { chargedByCardSince } from '../../ledger/index.ts';
import { isHidden } from '../../profiles/index.ts';
import { placeColumns } from '../../visibility/index.ts';

export type TipPair = { viewer: Viewer; recipientId: ProfileId };

/**
 * The recipient as visible to the viewer; `producer` is false for a profile that does not exist.
 */
export type RecipientRow = {
  producer: boolean;
  hidden: boolean;
  feeBps: number | null;
  limited: boolean;
  /** A card topped up the viewer's wallet recently. */
  byCard: boolean;
};

/** Recipients of many tippers in one query, in order. */
export const loadRecipients = async (
  db: Database,
  pairs: readonly TipPair[],
  cardSince: Date,
): Promise<RecipientRow[]> => {
  const { rows } = await sql<RecipientRow>`
    SELECT coalesce(p.producer_stage = 'approved', false) AS producer, p.fee_bps AS "feeBps",
      ${isHidden('p.id')} AS hidden, EXISTS (SELECT FROM spend_limits l
        WHERE l.profile_id = pair.viewer_id) AS limited,
        ${chargedByCardSince(sql`pair.viewer_id`, cardSince)} AS "byCard"
    FROM unnest(${pairs.map(({ recipientId }) => recipientId)}::uuid[],
      ${pairs.map(({ viewer }) => viewer.profileId)}::uuid[],
      ${pairs.map(({ viewer }) => regionOf(viewer.place))}::text[],
        ${pairs.map(({ viewer }) => viewer.place.city)}::text[])
      WITH ORDINALITY AS pair (recipient_id, viewer_id, region, city, n)
    CROSS JOIN LATERAL (SELECT pair.viewer_id AS id,
      ${sql.raw(placeColumns('pair.region', 'pair.city'))}) v
    LEFT JOIN profiles p ON p.id = pair.recipient_id ORDER BY pair.n`.execute(db);
  return rows;
};
