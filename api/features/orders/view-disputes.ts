// Disputes as administrators see them, with what was delivered while there is something to decide.
// Each view of media is recorded.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { centavos } from '@camarim/contract/money';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { recordAct } from '../../platform/audit/audit.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { type MediaAccessSource, NO_ACCESS } from '../access/index.ts';
import { type MediaView, viewMedia } from '../media/index.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { type DisputeRow, isInDispute, listDisputes } from './disputes-store.ts';
import type { OrderReviewer } from './policy.ts';

type Dispute = DataInput<Routes['GET /dsb/orders']>[number];

const present = (
  row: DisputeRow,
  medias: MediaView[],
  people: ReadonlyMap<ProfileId, ProfileSummary>,
): Dispute => ({
  id: row.id,
  status: row.status,
  fan: people.get(row.fan_id) ?? null,
  producer: people.get(row.producer_id) ?? null,
  text: row.text,
  note: row.note,
  price: row.price_centavos ?? centavos(0),
  message: row.message,
  medias,
  appealed: row.appealed,
  dispute: row.dispute ?? '',
  disputedAt: (row.disputed_at ?? row.updated_at).toISOString(),
  reason: row.reason,
});

const shownMedia = ({ status, appealed, media_ids: ids }: DisputeRow): DisputeRow['media_ids'] =>
  status === 'disputed' || appealed ? ids : [];

const recordViews = (ctx: Ctx, adminId: ProfileId, rows: readonly DisputeRow[]): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    for (const row of rows)
      if (shownMedia(row).length > 0)
        await recordAct(tx, {
          adminId,
          action: 'order.viewed',
          profileId: row.producer_id,
          subjectId: row.id,
          now: ctx.clock.now(),
        });
  });

export const viewDisputes = async (
  ctx: Ctx,
  { adminId }: Allowed<OrderReviewer>,
  { decided, ...page }: QueryOf<Routes['GET /dsb/orders']>,
  locale: Locale,
): Promise<Dispute[]> => {
  const rows = await listDisputes(ctx.db, decided, page);
  await recordViews(ctx, adminId, rows);
  const groups = rows.map((row) => ({
    ids: shownMedia(row),
    access: 'full' as const,
    audience: adminId,
    owner: false,
    reviewing: true as const,
  }));
  const [medias, people] = await Promise.all([
    viewMedia(ctx, groups, locale),
    summarise(ctx, [...new Set(rows.flatMap((row) => [row.fan_id, row.producer_id]))]),
  ]);
  return rows.map((row, index) => present(row, medias[index] ?? [], people));
};

/** Administrators have full access to what was delivered while its dispute or an appeal is open. */
export const mediaAccess: MediaAccessSource = {
  ground: 'review',
  purposes: ['post'],
  accessTo: async ({ db }, { id }, { profileId }) =>
    profileId !== null && (await isInDispute(db, profileId, id))
      ? { level: 'full', reason: 'review' }
      : NO_ACCESS,
};
