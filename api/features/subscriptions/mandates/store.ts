// Mandates (Pix Automático) in the database.
import type { ChargeId, MandateId, ProfileId, SubscriptionId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';
import type { GatewayName } from '../../../platform/payments/port.ts';
import type { PurchaseOption } from '../../tiers/index.ts';

/** What the fan agreed to: the first price, and its discount. */
export type AgreedPurchase = PurchaseOption & { price: Centavos };

export type MandateRow = {
  id: MandateId;
  fanId: ProfileId;
  producerId: ProfileId;
  provider: GatewayName;
  providerRef: string | null;
  status: 'created' | 'waiting' | 'active' | 'ended';
  amountCentavos: Centavos;
  startsOn: string;
  purchase: AgreedPurchase;
  payerSealed: Buffer | null;
  codeUntil: Date;
  createdAt: Date;
};

const ROW = sql`id, fan_id AS "fanId", producer_id AS "producerId", provider,
  provider_ref AS "providerRef", status, amount_centavos AS "amountCentavos",
  starts_on AS "startsOn", wish AS purchase, payer_sealed AS "payerSealed",
    code_until AS "codeUntil", created_at AS "createdAt"`;

export const insertMandate = async (
  tx: Database,
  mandate: Omit<MandateRow, 'status' | 'providerRef'>,
): Promise<void> => {
  const {
    id,
    fanId,
    producerId,
    provider,
    amountCentavos,
    startsOn,
    purchase,
    payerSealed,
    codeUntil,
    createdAt,
  } = mandate;
  await sql`
    INSERT INTO mandates (id, fan_id, producer_id, provider, status, amount_centavos, starts_on,
      wish, payer_sealed, code_until, created_at, next_check_at)
    VALUES (${id}, ${fanId}, ${producerId}, ${provider}, 'created', ${amountCentavos},
      ${startsOn}::date, ${JSON.stringify(purchase)}::jsonb, ${payerSealed}, ${codeUntil},
      ${createdAt}, ${codeUntil})`.execute(tx);
};

export const findMandate = async (db: Database, id: MandateId): Promise<MandateRow> => {
  const { rows } =
    await sql<MandateRow>`SELECT ${ROW} FROM mandates WHERE id = ${id}::uuid`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`mandate ${id} is gone`);
  return row;
};

export const findMandateByRef = async (
  db: Database,
  provider: GatewayName,
  ref: string,
): Promise<MandateRow | null> => {
  const { rows } = await sql<MandateRow>`SELECT ${ROW} FROM mandates WHERE provider = ${provider}
      AND provider_ref = ${ref}`.execute(db);
  return rows[0] ?? null;
};

/** Records the gateway's state. An ended mandate is not polled again, and its payer is deleted. */
export const updateMandate = async (
  db: Database,
  id: MandateId,
  {
    status,
    providerRef,
    endedBy,
    nextCheckAt,
  }: {
    status: MandateRow['status'];
    providerRef?: string;
    endedBy?: 'payer' | 'us' | null;
    nextCheckAt: Date;
  },
): Promise<void> => {
  await sql`
    UPDATE mandates SET status = ${status}, provider_ref = coalesce(${providerRef ?? null},
      provider_ref), ended_by = ${endedBy ?? null},
      payer_sealed = CASE WHEN ${status} = 'ended' THEN NULL ELSE payer_sealed END,
        next_check_at = CASE WHEN ${status} = 'ended' THEN NULL ELSE ${nextCheckAt}::timestamptz END
    WHERE id = ${id}::uuid AND status <> 'ended'`.execute(db);
};

/** Closes the mandate's code: from now on only a subscription keeps the mandate alive. */
export const closeCode = async (tx: Database, id: MandateId, now: Date): Promise<void> => {
  await sql`UPDATE mandates SET code_until = least(code_until, ${now}::timestamptz)
    WHERE id = ${id}::uuid`.execute(tx);
};

/** The job whose failing items wait for their own next attempt. */
export const SYNC_MANDATES_JOB = 'subscriptions.settleMandates';

const UNUSED = (now: Date) =>
  sql`m.code_until <= ${now}::timestamptz AND NOT EXISTS (SELECT FROM subscriptions s
    WHERE s.mandate_id = m.id AND s.renew_at IS NOT NULL)`;

/**
 * Takes up to `limit` mandates to sync: due ones, and unused ones. They are due again at `againAt`
 * if this process dies; concurrent processes take different ones.
 */
export const takeDueMandates = async (
  db: Database,
  { now, againAt, limit }: { now: Date; againAt: Date; limit: number },
): Promise<MandateId[]> => {
  const { rows } = await sql<{ id: MandateId }>`
    UPDATE mandates SET next_check_at = ${againAt} WHERE id IN (
      SELECT m.id FROM mandates m WHERE m.status <> 'ended'
        AND (m.next_check_at <= ${now}::timestamptz OR (${UNUSED(now)}))
        AND ${notPostponed(SYNC_MANDATES_JOB, sql.ref('m.id'), now)}
      ORDER BY m.next_check_at, m.id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Whether its code is over and no subscription renews under it. */
export const isUnused = async (db: Database, id: MandateId, now: Date): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM mandates m WHERE m.id = ${id}::uuid AND ${UNUSED(now)}`.execute(db);
  return rows.length > 0;
};

/** Charges of months under it that may still be debited. */
export const openMandateCharges = async (db: Database, id: MandateId): Promise<ChargeId[]> => {
  const { rows } = await sql<{
    id: ChargeId;
  }>`SELECT id FROM charges WHERE mandate_id = ${id}::uuid AND due_on IS NOT NULL
    AND status IN ('created', 'pending')`.execute(db);
  return rows.map((row) => row.id);
};

/** The subscription that renews under a mandate. */
export const subscriptionUnder = async (
  db: Database,
  id: MandateId,
): Promise<SubscriptionId | null> => {
  const { rows } = await sql<{
    id: SubscriptionId;
  }>`SELECT id FROM subscriptions WHERE mandate_id = ${id}::uuid AND renew_at IS NOT NULL`.execute(
    db,
  );
  return rows[0]?.id ?? null;
};

/** The due day of a mandate charge. */
export const dueOnOf = async (db: Database, id: ChargeId): Promise<string> => {
  const { rows } = await sql<{
    dueOn: string;
  }>`SELECT due_on AS "dueOn" FROM charges WHERE id = ${id}::uuid AND due_on IS NOT NULL`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error(`charge ${id} is not a month under a mandate`);
  return row.dueOn;
};

/** Creates a savepoint and returns the function that rolls back to it. */
export const savepoint = async (tx: Database): Promise<() => Promise<void>> => {
  await sql`SAVEPOINT fulfilment`.execute(tx);
  return async () => void (await sql`ROLLBACK TO SAVEPOINT fulfilment`.execute(tx));
};
