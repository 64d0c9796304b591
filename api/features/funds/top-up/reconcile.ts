// Asks the gateways about every charge that may have news, whether or not they told us: a lost notification loses no money.
import type { ChargeId } from '@camarim/contract/ids';
import { GatewayError } from '../../../platform/payments/port.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { RECONCILING, takeDueCharges } from './charge-store.ts';
import { type Books, postponeCharge, settleCharge } from './settle.ts';

/** Charges that are taken, and asked about, at the same time. Few, so that they are not kept from other processes for long. */
const BATCH = 8;
/** Longer than the calls about one charge take when each runs out of time. A process that dies delays its charges by as much. */
const TAKEN_FOR_MS = 120_000;
/** Batches in a row without any answer after which the gateways are left alone until the next run. */
const UNANSWERED_MAX = 4;

/** Looks at what is due until nothing is, or until several batches in a row got no answer: a gateway that is away is left alone for now. */
export const reconcileCharges = async (platform: Platform, books: Books, signal?: AbortSignal): Promise<void> => {
  let unanswered = 0;
  while (unanswered < UNANSWERED_MAX) {
    const now = platform.clock.now();
    const due = await takeDueCharges(platform.db, { now, againAt: new Date(now.getTime() + TAKEN_FOR_MS), limit: BATCH });
    const answers = await workOnEach(platform, { work: RECONCILING, items: due, idOf: String, signal, atOnce: BATCH }, (id) => lookAt(platform, books, id));
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
