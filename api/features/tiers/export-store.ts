// What an archive of personal data holds of a producer’s plan.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportPlanOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('plans/prices.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, price_centavos AS "priceCentavos", created_at AS "createdAt",
      deleted_at AS "endedAt"
      FROM tiers WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('plans/bundles.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT b.id, b.months, b.discount_bps AS "discountBps", b.created_at AS "createdAt",
      b.deleted_at AS "endedAt"
      FROM tier_bundles b JOIN tiers t ON t.id = b.tier_id WHERE t.producer_id = ${profileId}::uuid
        AND b.id > ${after}::uuid ORDER BY b.id LIMIT ${limit}`.execute(db),
  ),
  tableFile('plans/promotions.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT p.id, p.discount_bps AS "discountBps", p.discount_months AS "discountMonths",
      p.trial_days AS "trialDays", p.start_when AS "startWhen", p.ends_at AS "endsAt",
      p.max_users AS "maxUsers", p.users, p.created_at AS "createdAt"
      FROM tier_promotions p JOIN tiers t ON t.id = p.tier_id
        WHERE t.producer_id = ${profileId}::uuid AND p.id > ${after}::uuid ORDER BY p.id
        LIMIT ${limit}`.execute(db),
  ),
];
