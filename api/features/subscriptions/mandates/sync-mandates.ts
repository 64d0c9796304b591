// Synchronises mandates with the bank: cancels unused ones there, and stops the renewals of
// mandates that were cancelled there.
import type { MandateId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { transaction } from '../../../platform/database/transaction.ts';
import type { MandateLookup, MandateReport } from '../../../platform/payments/mandate-port.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { GatewayError, type GatewayName, type Payer } from '../../../platform/payments/port.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../context.ts';
import { cancelCharge, type PaymentDeps } from '../../funds/index.ts';
import { STOPPED, lockRenewing, updateSubscription } from '../store.ts';
import { notifyFan } from '../notify-fan.ts';
import { mandateApiOf, payerSealContext } from './charge-handler.ts';
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
const AGAIN_MS = 5 * MINUTE_MS;
/** The polling interval of a mandate in use, in case a notification was lost. */
const CHECK_MS = 6 * 60 * MINUTE_MS;

/** Syncs all due and all unused mandates. */
export const syncMandates = async (
  ctx: Ctx,
  deps: PaymentDeps,
  signal?: AbortSignal,
): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: SYNC_MANDATES_JOB,
      batch: BATCH,
      take: (now) =>
        takeDueMandates(ctx.db, {
          now,
          againAt: new Date(now.getTime() + AGAIN_MS),
          limit: BATCH,
        }),
      idOf: String,
      signal,
    },
    (id) => syncUnlessUnavailable(ctx, deps, id),
  );
};

/** Returns false when the bank gave no answer. */
const syncUnlessUnavailable = async (
  ctx: Ctx,
  deps: PaymentDeps,
  id: MandateId,
): Promise<boolean> => {
  try {
    await syncMandate(ctx, deps, id);
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, mandateId: id }, 'the bank gives no answer about a mandate');
    return false;
  }
};

/** Syncs the mandate with a bank's reference. Throws GatewayError. */
export const syncMandateByRef = async (
  ctx: Ctx,
  deps: PaymentDeps,
  provider: GatewayName,
  ref: string,
): Promise<void> => {
  const mandate = await findMandateByRef(ctx.db, provider, ref);
  if (mandate) await syncMandate(ctx, deps, mandate.id);
};

const documentOf = ({ seal }: Ctx, { id, payerSealed }: MandateRow): string =>
  payerSealed ? seal.open<Payer>(payerSealContext(id), payerSealed).document : '';

/**
 * The mandate is read under its lock, so that decisions rest on its present state. Charges are
 * cancelled before the lock is taken: creating a charge locks the charge first and the mandate
 * second.
 */
const syncMandate = async (ctx: Ctx, deps: PaymentDeps, id: MandateId): Promise<void> => {
  const { db, clock } = ctx;
  if (await isUnused(db, id, clock.now()))
    for (const chargeId of await openMandateCharges(db, id))
      await cancelCharge(ctx, deps, chargeId);
  await withGatewayLock(ctx, { kind: 'mandate', id }, async () => {
    const mandate = await findMandate(db, id);
    if (mandate.status === 'ended') return;
    // Ending a mandate does not cancel its scheduled charges: when a charge was created after
    // those were cancelled, the next run cancels it first.
    const unused =
      (await isUnused(db, id, clock.now())) && (await openMandateCharges(db, id)).length === 0;
    const known: MandateLookup = {
      mandateId: id,
      ref: mandate.providerRef,
      document: documentOf(ctx, mandate),
      openedAt: mandate.createdAt,
    };
    const mandates = mandateApiOf(ctx, mandate);
    await recordReport(
      ctx,
      mandate,
      unused ? await mandates.cancel(known) : await mandates.status(known),
      unused,
    );
  });
};

const recordReport = (
  ctx: Ctx,
  { id }: MandateRow,
  report: MandateReport | null,
  unused: boolean,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const nextCheckAt = new Date(ctx.clock.now().getTime() + CHECK_MS);
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
    await notifyFan(ctx, tx, 'subscriptionEnded', subscription);
  });
