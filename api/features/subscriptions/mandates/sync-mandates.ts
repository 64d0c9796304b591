// Keeps the bank and us of one mind about permissions: what no subscription uses is ended there,
// what was ended there renews no more.
import type { MandateId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { MandateLookup, MandateReport } from '../../../platform/payments/mandate-port.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { GatewayError, type GatewayName, type Payer } from '../../../platform/payments/port.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { STOPPED, lockRenewing, updateSubscription } from '../store.ts';
import { notifyFan } from '../notify-fan.ts';
import { mandateApiOf, payerSealContext } from './charge-handler.ts';
import type { MandateDeps } from './renewal-charge.ts';
import {
  findMandate,
  findMandateByRef,
  isUnused,
  type MandateRow,
  updateMandate,
  openMandateCharges,
  SYNC_MANDATES_JOB,
  subscriptionUnder,
  takeDueMandates,
} from './store.ts';

const BATCH = 50;
const MINUTE_MS = 60_000;
const AGAIN_MS = 5 * MINUTE_MS;
/** One that is in use is looked at now and then, should its notification have been lost. */
const CHECK_MS = 6 * 60 * MINUTE_MS;

/**
 * Looks at every permission whose time has come and at those that nothing uses, until no more is
 * due.
 */
export const syncMandates = async (
  platform: Platform,
  deps: MandateDeps,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    const now = platform.clock.now();
    const due = await takeDueMandates(platform.db, {
      now,
      againAt: new Date(now.getTime() + AGAIN_MS),
      limit: BATCH,
    });
    const answers = await workOnEach(
      platform,
      { work: SYNC_MANDATES_JOB, items: due, idOf: String, signal },
      (id) => syncUnlessUnavailable(platform, deps, id),
    );
    platform.outbox.nudge();
    // A bank that is away is left alone until the next round.
    if (signal?.aborted || due.length < BATCH || !answers.includes(true)) return;
  }
};

/** Answers whether the bank did. */
const syncUnlessUnavailable = async (
  platform: Platform,
  deps: MandateDeps,
  id: MandateId,
): Promise<boolean> => {
  try {
    await syncMandate(platform, deps, id);
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn({ err: error, mandateId: id }, 'the bank gives no answer about a permission');
    return false;
  }
};

/** What the bank tells of a permission by its reference. Throws GatewayError. */
export const syncMandateByRef = async (
  platform: Platform,
  deps: MandateDeps,
  provider: GatewayName,
  ref: string,
): Promise<void> => {
  const mandate = await findMandateByRef(platform.db, provider, ref);
  if (mandate) await syncMandate(platform, deps, mandate.id);
};

const documentOf = ({ seal }: Platform, { id, payerSealed }: MandateRow): string =>
  payerSealed ? seal.open<Payer>(payerSealContext(id), payerSealed).document : '';

/**
 * What is known of a permission is read under its lock, so that no decision rests on a state that
 * other work has changed. Months are taken back before it: making a charge takes the charge's lock
 * first and the permission's second.
 */
const syncMandate = async (platform: Platform, deps: MandateDeps, id: MandateId): Promise<void> => {
  const { db, clock } = platform;
  if (await isUnused(db, id, clock.now()))
    for (const chargeId of await openMandateCharges(db, id)) await deps.charges.cancel(chargeId);
  await withGatewayLock(platform, { kind: 'mandate', id }, async () => {
    const mandate = await findMandate(db, id);
    if (mandate.status === 'ended') return;
    // Ending a permission does not take back what is scheduled under it: where a month is open
    // again, the next round takes it back first.
    const unused =
      (await isUnused(db, id, clock.now())) && (await openMandateCharges(db, id)).length === 0;
    const known: MandateLookup = {
      mandateId: id,
      ref: mandate.providerRef,
      document: documentOf(platform, mandate),
      openedAt: mandate.createdAt,
    };
    const desk = mandateApiOf(platform, mandate);
    await recordReport(
      platform,
      deps,
      mandate,
      unused ? await desk.cancel(known) : await desk.status(known),
      unused,
    );
  });
};

const recordReport = (
  platform: Platform,
  deps: MandateDeps,
  { id }: MandateRow,
  report: MandateReport | null,
  unused: boolean,
): Promise<void> =>
  transaction(platform.db, async (tx) => {
    const nextCheckAt = new Date(platform.clock.now().getTime() + CHECK_MS);
    const over = report ? report.state === 'ended' : unused;
    const status = over ? 'ended' : report?.state === 'active' ? 'active' : 'waiting';
    const subscriptionId = over ? await subscriptionUnder(tx, id) : null;
    const subscription = subscriptionId && (await lockRenewing(tx, subscriptionId));
    await updateMandate(tx, id, {
      status,
      ...(report && { providerRef: report.ref }),
      endedBy: over ? (report?.endedBy ?? 'us') : null,
      nextCheckAt,
    });
    if (!subscription || subscription.mandateId !== id) return;
    await updateSubscription(tx, subscription.id, { ...STOPPED, stopReason: 'permissionEnded' });
    await notifyFan(platform, deps, tx, 'subscriptionEnded', subscription);
  });
