// Asks the gateways about every charge that may have news, whether or not they told us: a lost
// notification loses no money.
import type { ChargeId } from '@camarim/contract/ids';
import { GatewayError } from '../../../platform/payments/port.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { RECONCILING, takeDueCharges } from './charge-store.ts';
import { type Books, postponeCharge, settleCharge } from './settle.ts';

/**
 * Charges that are taken, and asked about, at the same time. Few, so that they are not kept from
 * other processes for long.
 */
const BATCH = 8;
/**
 * Longer than the calls about one charge take when each runs out of time. A process that dies
 * delays its charges by as much.
 */
const TAKEN_FOR_MS = 120_000;
/**
 * Batches in a row without any answer after which the gateways are left alone until the next run.
 */
const UNANSWERED_MAX = 4;

/**
 * Looks at payments that came, in one run: most are routine, and a backlog of them delays none that
 * is waited for.
 */
const PAID_LOOKS_MAX = 400;

/**
 * Looks at what is due until nothing is, or until several batches in a row got no answer: a gateway
 * that is away is left alone for now. What is waited for comes first, then a bounded number of
 * payments that came, of which something may have gone back.
 */
export const reconcileCharges = async (
  platform: Platform,
  books: Books,
  signal?: AbortSignal,
): Promise<void> => {
  await lookAtDue(platform, books, { paid: false, most: Infinity }, signal);
  await lookAtDue(platform, books, { paid: true, most: PAID_LOOKS_MAX }, signal);
};

const lookAtDue = async (
  platform: Platform,
  books: Books,
  { paid, most }: { paid: boolean; most: number },
  signal: AbortSignal | undefined,
): Promise<void> => {
  let unanswered = 0;
  for (let looked = 0; unanswered < UNANSWERED_MAX && looked < most; looked += BATCH) {
    const now = platform.clock.now();
    const due = await takeDueCharges(platform.db, {
      now,
      againAt: new Date(now.getTime() + TAKEN_FOR_MS),
      limit: BATCH,
      paid,
    });
    const answers = await workOnEach(
      platform,
      { work: RECONCILING, items: due, idOf: String, signal, atOnce: BATCH },
      (id) => lookAt(platform, books, id),
    );
    if (signal?.aborted || due.length === 0) return;
    unanswered = answers.includes(true) ? 0 : unanswered + 1;
  }
};

/** Answers whether the gateway did. */
const lookAt = async (platform: Platform, books: Books, id: ChargeId): Promise<boolean> => {
  try {
    await settleCharge(platform, books, id, 'reconciliation');
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ err: error, chargeId: id }, 'the gateway gives no answer about a charge');
    await postponeCharge(platform, books, id, 'reconciliation');
    return false;
  }
};
