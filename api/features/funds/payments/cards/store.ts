// Saved payments in the database.
import type { ProfileId, SavedPaymentId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import { notPostponed } from '../../../../platform/failing-items/store.ts';
import type { GatewayName } from '../../../../platform/payments/port.ts';
import { keepHeldCopy } from '../../../access/index.ts';

export type PaymentType = 'card' | 'picpay';

/** The columns of cards only. */
export type CardPart = {
  provider: GatewayName;
  token: string;
  bin6: string;
  last4: string;
  brandId: number;
  /** YYYY-MM. */
  expires: string;
};
type EmptyCardPart = { [K in keyof CardPart]: null };

export type SavedPayment = (
  | ({ paymentType: 'card' } & CardPart)
  | ({ paymentType: 'picpay' } & EmptyCardPart)
) & {
  id: SavedPaymentId;
  profileId: ProfileId;
  holder: string;
  detailsSealed: Buffer;
  isDefault: boolean;
  networkRef: string | null;
  refusedAt: Date | null;
  /** Null until its acquirer has activated it. */
  readyAt: Date | null;
  createdAt: Date;
};

const COLUMNS = sql`id, profile_id AS "profileId", payment_type AS "paymentType", provider, token,
  bin6, last4, brand_id AS "brandId", expires, holder,
  details_sealed AS "detailsSealed", is_default AS "isDefault", network_ref AS "networkRef",
    refused_at AS "refusedAt", ready_at AS "readyAt", created_at AS "createdAt"`;

/**
 * Locks the profile's row: changes of its saved payments and charges of its cards run one after the
 * other.
 */
export const lockProfile = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await sql`SELECT 1 FROM profiles WHERE id = ${profileId} FOR NO KEY UPDATE`.execute(tx);
};

/**
 * Whether the account is removed. Call it with its profile or its wallet locked: a removal locks
 * both until it is complete.
 */
export const isRemoved = async (tx: Database, profileId: ProfileId): Promise<boolean> => {
  const { rows } =
    await sql`SELECT FROM profiles p JOIN users u ON u.id = p.user_id WHERE p.id = ${profileId}
      AND u.removed_at IS NOT NULL`.execute(tx);
  return rows.length > 0;
};

/** The default ones first, then the newest. */
export const listSaved = async (
  db: Database,
  profileId: ProfileId,
  type: PaymentType | null,
): Promise<SavedPayment[]> => {
  const { rows } = await sql<SavedPayment>`
    SELECT ${COLUMNS} FROM saved_payments WHERE profile_id = ${profileId} AND (${type}::text IS NULL
      OR payment_type = ${type})
    ORDER BY is_default DESC, created_at DESC, id DESC`.execute(db);
  return rows;
};

export const findSaved = async (db: Database, id: SavedPaymentId): Promise<SavedPayment | null> => {
  const { rows } =
    await sql<SavedPayment>`SELECT ${COLUMNS} FROM saved_payments WHERE id = ${id}`.execute(db);
  return rows[0] ?? null;
};

export const insertSaved = async (tx: Database, saved: SavedPayment): Promise<void> => {
  const {
    id,
    profileId,
    paymentType,
    provider,
    token,
    bin6,
    last4,
    brandId,
    expires,
    holder,
    detailsSealed,
    isDefault,
    readyAt,
    createdAt,
  } = saved;
  await sql`
    INSERT INTO saved_payments (id, profile_id, payment_type, provider, token, bin6, last4,
      brand_id, expires, holder, details_sealed, is_default, ready_at, created_at)
    VALUES (${id}, ${profileId}, ${paymentType}, ${provider}, ${token}, ${bin6}, ${last4},
      ${brandId}, ${expires}, ${holder}, ${detailsSealed}, ${isDefault}, ${readyAt},
      ${createdAt})`.execute(tx);
};

/** Makes a saved payment the default of its kind. */
export const chooseSaved = async (
  tx: Database,
  { id, profileId, paymentType }: Pick<SavedPayment, 'id' | 'profileId' | 'paymentType'>,
): Promise<void> => {
  // Two statements, because the unique index is checked per row.
  await sql`UPDATE saved_payments SET is_default = false WHERE profile_id = ${profileId}
    AND payment_type = ${paymentType} AND is_default AND id <> ${id}`.execute(tx);
  await sql`UPDATE saved_payments SET is_default = true WHERE id = ${id}`.execute(tx);
};

export const deleteSaved = async (tx: Database, id: SavedPaymentId): Promise<void> => {
  await keepHeldCopy(tx, 'savedPayment', id);
  await sql`DELETE FROM saved_payments WHERE id = ${id}`.execute(tx);
};

/** Records that its bank refused the card for good. */
export const markRefused = async (tx: Database, id: SavedPaymentId, at: Date): Promise<void> => {
  await sql`UPDATE saved_payments SET refused_at = coalesce(refused_at, ${at})
    WHERE id = ${id}`.execute(tx);
};

/** Records that the acquirer has activated the card. */
export const markReady = async (tx: Database, id: SavedPaymentId, at: Date): Promise<void> => {
  await sql`UPDATE saved_payments SET ready_at = coalesce(ready_at, ${at})
    WHERE id = ${id}`.execute(tx);
};

/** The job whose failing items are postponed. */
export const ACTIVATE_CARDS_JOB = 'funds.activateCards';

export type CardBeingActivated = SavedPayment & { paymentType: 'card' };

/** Up to `limit` cards that are not activated, the oldest first, after `after`. */
export const listActivating = async (
  db: Database,
  { now, after, limit }: { now: Date; after: SavedPaymentId | null; limit: number },
): Promise<CardBeingActivated[]> => {
  const { rows } = await sql<CardBeingActivated>`
    SELECT ${COLUMNS} FROM saved_payments
    WHERE ready_at IS NULL AND refused_at IS NULL AND payment_type = 'card'
      AND ${notPostponed(ACTIVATE_CARDS_JOB, sql.ref('saved_payments.id'), now)}
      AND (${after}::uuid IS NULL OR (created_at, id) > (SELECT c.created_at, c.id
        FROM saved_payments c WHERE c.id = ${after}::uuid))
    ORDER BY created_at, id LIMIT ${limit}`.execute(db);
  return rows;
};

/**
 * Records the network reference that later charges of this card must name. The first one counts.
 */
export const recordNetworkRef = async (
  tx: Database,
  id: SavedPaymentId,
  networkRef: string,
): Promise<void> => {
  await sql`UPDATE saved_payments SET network_ref = coalesce(network_ref, ${networkRef})
    WHERE id = ${id}`.execute(tx);
};

/** Sums of card charges since two instants, without failed and returned ones. */
export const sumOfCards = async (
  db: Database,
  profileId: ProfileId,
  { dayStart, monthStart }: { dayStart: Date; monthStart: Date },
): Promise<{ today: Centavos; month: Centavos }> => {
  const { rows } = await sql<{ today: string; month: string }>`
    SELECT coalesce(sum(amount_centavos) FILTER (WHERE created_at >= ${dayStart}), 0) AS today,
      coalesce(sum(amount_centavos), 0) AS month
    FROM charges WHERE method = 'card' AND profile_id = ${profileId} AND created_at >= ${monthStart}
      AND status IN ('created', 'pending', 'paid', 'review')`.execute(db);
  return {
    today: centavos(Number(rows[0]?.today ?? 0)),
    month: centavos(Number(rows[0]?.month ?? 0)),
  };
};
