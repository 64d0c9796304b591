// Asks the gateways about every charge that may have news, whether or not they told us: a lost
// notification loses no money.
import type { ChargeId } from '@camarim/contract/ids';
import { GatewayError } from '../../../platform/payments/port.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { POLL_CHARGES_JOB, takeDueCharges } from './charge-store.ts';
import { type TopUpDeps, postponeCharge, syncCharge } from './sync-charge.ts';

/**
 * Charges that are taken, and asked about, at the same time. Few, so that they are not kept from
 * other processes for long.
 */
const BATCH = 8;
/**
 * Longer than the calls about one charge take when each runs out of time. A process that dies
 * delays its charges by as much.
 */
const LEASE_MS = 120_000;
/**
 * Batches in a row without any answer after which the gateways are left alone until the next run.
 */
const UNANSWERED_MAX = 4;

/**
 * Looks at payments that came, in one run: most are routine, and a backlog of them delays none that
 * is waited for.
 */
const PAID_POLLS_MAX = 400;

/**
 * Looks at what is due until nothing is, or until several batches in a row got no answer: a gateway
 * that is away is left alone for now. What is waited for comes first, then a bounded number of
 * payments that came, of which something may have gone back.
 */
export const pollCharges = async (
  platform: Platform,
  deps: TopUpDeps,
  signal?: AbortSignal,
): Promise<void> => {
  await pollDue(platform, deps, { paid: false, most: Infinity }, signal);
  await pollDue(platform, deps, { paid: true, most: PAID_POLLS_MAX }, signal);
};

const pollDue = async (
  platform: Platform,
  deps: TopUpDeps,
  { paid, most }: { paid: boolean; most: number },
  signal: AbortSignal | undefined,
): Promise<void> => {
  let unanswered = 0;
  for (let looked = 0; unanswered < UNANSWERED_MAX && looked < most; looked += BATCH) {
    const now = platform.clock.now();
    const due = await takeDueCharges(platform.db, {
      now,
      againAt: new Date(now.getTime() + LEASE_MS),
      limit: BATCH,
      paid,
    });
    const answers = await workOnEach(
      platform,
      { work: POLL_CHARGES_JOB, items: due, idOf: String, signal, atOnce: BATCH },
      (id) => pollCharge(platform, deps, id),
    );
    if (signal?.aborted || due.length === 0) return;
    unanswered = answers.includes(true) ? 0 : unanswered + 1;
  }
};

/** Answers whether the gateway did. */
const pollCharge = async (platform: Platform, deps: TopUpDeps, id: ChargeId): Promise<boolean> => {
  try {
    await syncCharge(platform, deps, id, 'reconciliation');
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ err: error, chargeId: id }, 'the gateway gives no answer about a charge');
    await postponeCharge(platform, deps, id, 'reconciliation');
    return false;
  }
};
