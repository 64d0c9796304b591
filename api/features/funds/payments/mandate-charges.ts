// Mandate charges for subscriptions.
import type { ChargeId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { GatewayError, gatewayOf } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ChargeOutcome, MandateCharges } from '../../subscriptions/index.ts';
import { loadBillPayer } from './bills/bill-data.ts';
import { findCharge, insertCharge } from './charges/charge-store.ts';
import { answerCharge } from './charges/present.ts';
import type { TopUpDeps } from './charges/deps.ts';
import { syncCharge } from './charges/sync-charge.ts';
import { finishCharge } from './top-up/start-top-up.ts';

const FIRST_CHECK_MS = 60_000;

const OUTCOMES: Partial<Record<string, ChargeOutcome>> = {
  created: 'waiting',
  pending: 'waiting',
  paid: 'paid',
};

export const createMandateCharges = (platform: Platform, deps: TopUpDeps): MandateCharges => ({
  create: (tx, { id, profileId, provider, mandateId, dueOn, amountCentavos, expiresAt, now }) =>
    insertCharge(tx, {
      id,
      profileId,
      provider,
      mandateId,
      dueOn,
      amountCentavos,
      expiresAt,
      method: dueOn === null ? 'pix' : 'pixAutomatico',
      payerSealed: null,
      intent: null,
      savedPaymentId: null,
      byHolder: dueOn === null,
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + FIRST_CHECK_MS),
    }),
  sync: async (id) =>
    OUTCOMES[(await syncCharge(platform, deps, id, 'reconciliation'))?.status ?? ''] ?? 'over',
  cancel: async (id) => {
    const charge = await findCharge(platform.db, id);
    if (!charge) return;
    const { provider, providerRef, amountCentavos, method } = charge;
    try {
      await withGatewayLock(platform, { kind: 'charge', id }, () =>
        gatewayOf(platform.payments, provider).cancel({
          chargeId: id,
          providerRef,
          amountCentavos,
          method,
        }),
      );
    } catch (error) {
      // From its due day on it can't be cancelled: a payment stays in the wallet.
      if (!(error instanceof GatewayError) || error.outcome !== 'refused') throw error;
    }
    await syncCharge(platform, deps, id, 'reconciliation');
  },
  payerOf: (profileId) => loadBillPayer(platform, profileId),
});

/** A charge as its payer sees it, created at the gateway while they wait. */
export const answerMandateCharge = async (
  platform: Platform,
  deps: TopUpDeps,
  id: ChargeId,
  locale: Locale,
) => answerCharge(await finishCharge(platform, deps, id), locale);
