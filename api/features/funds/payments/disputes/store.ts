// Disputes in the database: opened when the money was taken back, decided once.
import type { DisputeDecision } from '@camarim/contract/features/funds/disputes';
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { type RawBuilder, sql } from 'kysely';
import { decisionsOf } from '../../../../platform/days/day-counts.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { WaitingCase, WaitingCases } from '../../../../platform/database/waiting.ts';
import type { GatewayName, TopUpMethod } from '../../../../platform/payments/port.ts';

export type DisputeRow = {
  /** The id of the movement that took the money back. */
  id: TransferId;
  profileId: ProfileId;
  amount: Centavos;
  openedAt: Date;
  answerBy: Date | null;
  decision: DisputeDecision | null;
  reason: string | null;
  decidedAt: Date | null;
  decidedBy: ProfileId | null;
  chargeId: ChargeId;
  method: TopUpMethod;
  provider: GatewayName;
  brandId: number | null;
  paid: Centavos;
  paidAt: Date;
};

const SELECTED = sql`
  SELECT d.transfer_id AS id, d.profile_id AS "profileId", d.amount_centavos AS amount,
    d.opened_at AS "openedAt", d.answer_by AS "answerBy", d.decision, d.reason,
    d.decided_at AS "decidedAt", d.decided_by AS "decidedBy", c.id AS "chargeId", c.method,
    c.provider, c.brand_id AS "brandId", c.amount_centavos AS paid, c.paid_at AS "paidAt"
  FROM disputes d JOIN charges c ON c.id = d.charge_id`;

export const insertDispute = async (
  tx: Database,
  dispute: {
    transferId: TransferId;
    chargeId: ChargeId;
    profileId: ProfileId;
    amount: Centavos;
    openedAt: Date;
    answerBy: Date | null;
  },
): Promise<void> => {
  await tx
    .insertInto('disputes')
    .values({
      transfer_id: dispute.transferId,
      charge_id: dispute.chargeId,
      profile_id: dispute.profileId,
      amount_centavos: dispute.amount,
      opened_at: dispute.openedAt,
      answer_by: dispute.answerBy,
    })
    .execute();
};

/** Whether a dispute of this charge was recorded. */
export const isDisputed = async (tx: Database, chargeId: ChargeId): Promise<boolean> => {
  const row = await tx
    .selectFrom('disputes')
    .select('transfer_id')
    .where('charge_id', '=', chargeId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

export const findDispute = async (db: Database, id: TransferId): Promise<DisputeRow | null> => {
  const { rows } = await sql<DisputeRow>`${SELECTED} WHERE d.transfer_id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** Open ones by their deadline, those without one last; decided ones newest first. */
export const listDisputes = async (
  db: Database,
  { decided, limit, offset }: { decided: boolean; limit: number; offset: number },
): Promise<DisputeRow[]> => {
  const those: RawBuilder<unknown> = decided
    ? sql`WHERE d.decision IS NOT NULL ORDER BY d.decided_at DESC, d.transfer_id DESC`
    : sql`WHERE d.decision IS NULL ORDER BY d.answer_by, d.opened_at, d.transfer_id`;
  const { rows } = await sql<DisputeRow>`
    ${SELECTED} ${those} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** False when it was decided before; of two decisions at once the second finds it decided. */
export const markDecided = async (
  tx: Database,
  id: TransferId,
  decision: { decision: DisputeDecision; reason: string; by: ProfileId; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('disputes')
    .set({
      decision: decision.decision,
      reason: decision.reason,
      decided_by: decision.by,
      decided_at: decision.at,
    })
    .where('transfer_id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Disputes that wait to be answered or accepted. */
export const OPEN_DISPUTES: WaitingCases = sql<WaitingCase>`
  SELECT transfer_id::text AS id, opened_at AS since, profile_id AS about,
    NULL::uuid[] AS parties, answer_by AS due
    FROM disputes WHERE decision IS NULL`;

/** Disputes that were answered or accepted. */
export const decidedDisputes = decisionsOf(
  'dispute',
  sql`disputes WHERE decision IS NOT NULL`,
  'opened_at',
  'decided_at',
);
