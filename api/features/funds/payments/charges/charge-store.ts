// Charges and their steps in the database.
import type { ChargeId, ProfileId, SavedPaymentId, TransferId } from '@camarim/contract/ids';
import type { intentSchema } from '@camarim/contract/sales';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../../platform/database/database.ts';
import { notPostponed } from '../../../../platform/failing-items/store.ts';
import type {
  Decline,
  GatewayName,
  PaymentMethod,
  Presentment,
} from '../../../../platform/payments/port.ts';
import type { PurposeCharge } from '../purposes.ts';
import type { ChargeState, Move } from './rules.ts';

/** A presentment as stored in JSON. */
export type StoredPresentment = Presentment extends infer P
  ? P extends Presentment
    ? Omit<P, 'expiresAt'> & { expiresAt: string }
    : never
  : never;

export type Intent = z.infer<typeof intentSchema>;

/** What caused a step of a charge; `reconciliation` is charge polling. */
export type Source = 'person' | 'webhook' | 'reconciliation' | 'admin';

export type Charge = ChargeState &
  PurposeCharge & {
    provider: GatewayName;
    /** The gateway's reference; null until its first answer. */
    providerRef: string | null;
    method: PaymentMethod;
    presentment: StoredPresentment | null;
    /**
     * The payer, or a card holder's proof (CardProof), sealed; null for methods without a payer,
     * and once the gateway has it. A boleto's payer stays until the boleto can't be paid any more,
     * because its slip names them.
     */
    payerSealed: Buffer | null;
    intent: Intent | null;
    /** The stored card that it charges; null for other methods, and after that card was deleted. */
    savedPaymentId: SavedPaymentId | null;
    /** False for a renewal. */
    byHolder: boolean;
    /** The class of the card's decline. */
    declineClass: Decline['class'] | null;
    expiresAt: Date;
    /** The deadline of the fraud review that locks its money; null otherwise. */
    heldUntil: Date | null;
    /** When the credited payment came; null until something was credited. */
    paidAt: Date | null;
    /** The ledger transfer that credited the wallet; null until then, and for other purposes. */
    receiptId: TransferId | null;
    version: number;
    createdAt: Date;
    /** Cards: the first request to the acquirer, recorded before it is made; null: never. */
    askedAt: Date | null;
  };

const COLUMNS = sql`id, profile_id AS "profileId", provider, provider_ref AS "providerRef",
  payer_sealed AS "payerSealed", method, status, amount_centavos AS "amountCentavos",
  paid_centavos AS "paidCentavos",
  presentment, intent, saved_payment_id AS "savedPaymentId", by_holder AS "byHolder", purpose,
    decline_class AS "declineClass", expires_at AS "expiresAt", (SELECT r.due_at
    FROM charge_reviews r WHERE r.charge_id = charges.id AND r.decision IS NULL) AS "heldUntil",
    paid_at AS "paidAt", (SELECT t.id FROM ledger_transfers t
    WHERE t.idempotency_key = 'topUp:' || charges.id) AS "receiptId", failure_code AS "failureCode",
    version, created_at AS "createdAt", asked_at AS "askedAt"`;

export type NewCharge = Pick<
  Charge,
  | 'id'
  | 'profileId'
  | 'provider'
  | 'method'
  | 'payerSealed'
  | 'amountCentavos'
  | 'purpose'
  | 'intent'
  | 'savedPaymentId'
  | 'byHolder'
  | 'expiresAt'
  | 'createdAt'
> & { nextCheckAt: Date };

/** Creates a charge and its first event. */
export const insertCharge = async (tx: Database, charge: NewCharge): Promise<void> => {
  const {
    id,
    profileId,
    provider,
    method,
    payerSealed,
    amountCentavos,
    purpose,
    intent,
    savedPaymentId,
    byHolder,
    expiresAt,
    createdAt,
    nextCheckAt,
  } = charge;
  await sql`
    INSERT INTO charges (id, profile_id, provider, method, payer_sealed, status, amount_centavos,
      purpose, intent, saved_payment_id, brand_id, by_holder, expires_at, created_at, next_check_at)
    VALUES (${id}, ${profileId}, ${provider}, ${method}, ${payerSealed}, 'created',
      ${amountCentavos}, ${JSON.stringify(purpose)}, ${intent && JSON.stringify(intent)},
      ${savedPaymentId}, (SELECT s.brand_id FROM saved_payments s
      WHERE s.id = ${savedPaymentId}::uuid AND ${method}::text = 'card'), ${byHolder}, ${expiresAt},
      ${createdAt}, ${nextCheckAt})`.execute(tx);
  await sql`
    INSERT INTO charge_events (charge_id, version, to_status, paid_centavos, source, at)
    VALUES (${id}, 1, 'created', 0, 'person', ${createdAt})`.execute(tx);
};

export const findCharge = async (db: Database, id: ChargeId): Promise<Charge | null> => {
  const { rows } = await sql<Charge>`SELECT ${COLUMNS} FROM charges WHERE id = ${id}`.execute(db);
  return rows[0] ?? null;
};

export type ChargeQuery = {
  profileId: ProfileId;
  /** The last charge of the page before. */
  before: string | null;
  status: ChargeState['status'] | null;
  method: PaymentMethod | null;
  limit: number;
};

/** Charges of one profile, newest first. An unknown `before` returns none. */
export const listCharges = async (
  db: Database,
  { profileId, before, status, method, limit }: ChargeQuery,
): Promise<Charge[]> => {
  const { rows } = await sql<Charge>`
    SELECT ${COLUMNS} FROM charges
    WHERE profile_id = ${profileId} AND (${status}::text IS NULL OR status = ${status}::text)
      AND (${method}::text IS NULL OR method = ${method}::text)
      AND (${before}::uuid IS NULL OR (created_at, id) < (SELECT c.created_at, c.id FROM charges c
        WHERE c.id = ${before}::uuid AND c.profile_id = ${profileId}))
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

/** Charges by their gateway's references. */
export const findChargesByRef = async (
  db: Database,
  provider: GatewayName,
  refs: readonly string[],
): Promise<ChargeId[]> => {
  const { rows } = await sql<{
    id: ChargeId;
  }>`SELECT id FROM charges WHERE provider = ${provider}
    AND provider_ref = ANY(${refs}::text[])`.execute(db);
  return rows.map(({ id }) => id);
};

/** What a step writes beside the state. What is undefined stays. */
export type Step = Move & {
  paidAt: Date | null;
  providerRef?: string | undefined;
  presentment?: Presentment | undefined;
  decline?: Decline | undefined;
  nextCheckAt: Date | null;
  source: Source;
  at: Date;
};

/**
 * Moves a charge from the version that the step was decided on, and records it. Returns whether it
 * was still at that version.
 */
export const moveCharge = async (
  tx: Database,
  { id, version, status }: Charge,
  step: Step,
): Promise<boolean> => {
  const {
    to,
    paidCentavos,
    paidAt,
    failureCode,
    providerRef,
    presentment,
    decline,
    nextCheckAt,
    source,
    at,
  } = step;
  const { numAffectedRows } = await sql`
    UPDATE charges SET status = ${to}, paid_centavos = ${paidCentavos}, paid_at = ${paidAt},
      failure_code = ${failureCode}, next_check_at = ${nextCheckAt},
      provider_ref = coalesce(${providerRef ?? null}, provider_ref),
        presentment = coalesce(${presentment ? JSON.stringify(presentment) : null}::jsonb,
        presentment),
      expires_at = coalesce(${presentment?.expiresAt ?? null}::timestamptz, expires_at),
        decline_class = coalesce(${decline?.class ?? null}, decline_class),
        decline_code = coalesce(${decline?.code ?? null}, decline_code),
        payer_sealed = CASE WHEN method = 'boleto' AND ${to} = 'pending' THEN payer_sealed END,
        version = version + 1
    WHERE id = ${id} AND version = ${version}`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    INSERT INTO charge_events (charge_id, version, from_status, to_status, paid_centavos,
      failure_code, source, at)
    VALUES (${id}, ${version + 1}, ${status}, ${to}, ${paidCentavos}, ${failureCode}, ${source},
      ${at})`.execute(tx);
  return true;
};

/** Recorded before the first request: from here on the acquirer may have charged the card. */
export const recordFirstRequest = async (db: Database, id: ChargeId, now: Date): Promise<void> => {
  await sql`UPDATE charges SET asked_at = coalesce(asked_at, ${now}) WHERE id = ${id}`.execute(db);
};

/**
 * Schedules the next poll, unless the charge changed after it was read: then its step has scheduled
 * one.
 */
export const schedulePoll = async (
  db: Database,
  { id, version }: Charge,
  nextCheckAt: Date | null,
): Promise<void> => {
  await sql`UPDATE charges SET next_check_at = ${nextCheckAt} WHERE id = ${id}
    AND version = ${version}`.execute(db);
};

/** The job whose failing items are postponed. */
export const POLL_CHARGES_JOB = 'funds.reconcile';

/**
 * Takes up to `limit` due charges, oldest first: paid ones (`paid`), or the others. They are due
 * again at `againAt` if this process dies; concurrent processes take different ones.
 */
export const takeDueCharges = async (
  db: Database,
  { now, againAt, limit, paid }: { now: Date; againAt: Date; limit: number; paid: boolean },
): Promise<ChargeId[]> => {
  const { rows } = await sql<{ id: ChargeId }>`
    UPDATE charges SET next_check_at = ${againAt} WHERE id IN (
      SELECT id FROM charges WHERE next_check_at <= ${now} AND (paid_at IS NOT NULL) = ${paid}
        AND ${notPostponed(POLL_CHARGES_JOB, sql.ref('charges.id'), now)} ORDER BY next_check_at, id
        LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
};
