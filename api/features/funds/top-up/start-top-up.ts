// Asking for a payment into the wallet: the charge is on record before the gateway hears of it, so no crash loses one.
import { randomUUIDv7 } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { once } from '../../../platform/idempotency/idempotency.ts';
import { GatewayError } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Charge, findCharge, insertCharge } from './charge-store.ts';
import type { TopUpOrder } from './policy.ts';
import { type Books, makeCharge } from './settle.ts';

/** The reconciliation looks at a charge that nobody finished this long after it began. */
const FIRST_CHECK_MS = 60_000;
const TRY_AGAIN_SECONDS = 5;

/**
 * Makes a charge, or goes on with the one that this key made, wherever it stopped; answers what it is now. Throws
 * gateway.unavailable when the gateway gives no answer (the same key goes on later, and so does the reconciliation) and
 * gateway.refused when it says no.
 */
export const startTopUp = async (platform: Platform, books: Books, order: Allowed<TopUpOrder>, key: string): Promise<Charge> => {
  const id = await openCharge(platform, order, key);
  const charge = await findCharge(platform.db, id);
  if (!charge) throw new Error(`charge ${id} is gone`);
  const made = await makePatiently(platform, books, charge);
  if (made.failureCode === 'gateway.refused') throw new AppError('gateway.refused');
  return made;
};

const openCharge = ({ db, clock, config }: Platform, order: TopUpOrder, key: string): Promise<ChargeId> => {
  const { profileId, provider, method, amountCentavos, intent } = order;
  const now = clock.now();
  const open = async (tx: Transaction): Promise<{ id: ChargeId }> => {
    const id = randomUUIDv7() as ChargeId;
    const expiresAt = new Date(now.getTime() + config.PIX_EXPIRES_SECONDS * 1000);
    await insertCharge(tx, { id, profileId, provider, method, amountCentavos, intent, expiresAt, createdAt: now, nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS) });
    return { id };
  };
  const request = { method, amountCentavos, intent };
  return transaction(db, async (tx) => (await once(tx, { profileId, key, route: 'POST /funds', request, now }, () => open(tx))).id);
};

const makePatiently = async (platform: Platform, books: Books, charge: Charge): Promise<Charge> => {
  try {
    return await makeCharge(platform, books, charge, 'person');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ err: error, chargeId: charge.id }, 'the gateway gives no answer to a new charge');
    throw new AppError('gateway.unavailable', { retryAfterSeconds: TRY_AGAIN_SECONDS });
  }
};
