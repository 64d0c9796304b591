// Asks the gateways about every charge that may have news, whether or not they told us: a lost notification loses no money.
import type { ChargeId } from '@camarim/contract/ids';
import { GatewayError } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { takeDueCharges } from './charge-store.ts';
import { inGroups } from './groups.ts';
import { type Books, postponeCharge, settleCharge } from './settle.ts';

const BATCH = 32;
/** Longer than a batch takes when every call runs out of time. */
const TAKEN_FOR_MS = 300_000;

/** Looks at what is due until nothing is, or until nothing in a batch got an answer: a gateway that is away is left alone for now. */
export const reconcileCharges = async (platform: Platform, books: Books, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    const now = platform.clock.now();
    const due = await takeDueCharges(platform.db, { now, againAt: new Date(now.getTime() + TAKEN_FOR_MS), limit: BATCH });
    const answers = await inGroups(due, (id) => lookAt(platform, books, id));
    if (signal?.aborted || !answers.includes(true)) return;
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
