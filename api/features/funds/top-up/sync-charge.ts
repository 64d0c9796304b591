// Creates charges at their gateways and syncs their state from there. Changes of a charge are
// written by apply-report.ts only.
import type { ChargeId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import {
  type CardSource,
  type ChargeRequest,
  GatewayError,
  type GatewayName,
  type ChargeReport,
  type ChargeLookup,
  type Payer,
  type PaymentProvider,
  gatewayOf,
} from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import { text } from '../../../platform/text/text.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type NotificationInput, notify } from '../../notifications/index.ts';
import { findSaved, isRemoved, recordNetworkRef, markRefused } from '../cards/store.ts';
import { applyScreening } from '../reviews/decide.ts';
import { suspendTopUp, findSuspicion } from '../reviews/suspend.ts';
import { findOpenReview } from '../reviews/store.ts';
import { openItem } from '../reconciliation/open-item.ts';
import {
  type Charge,
  type Source,
  type Step,
  findCharge,
  moveCharge,
  recordFirstRequest,
  schedulePoll,
} from './charge-store.ts';
import { returnedMoneyOf, postReturnedMoney } from './returned-money.ts';
import { needsAuthentication, type CardProof } from './policy.ts';
import {
  type Move,
  moveByFailure,
  moveByReport,
  moveByTime,
  nextCheckAt,
  isLookupConclusive,
} from './rules.ts';

/** What top-ups need beyond the platform. `mandates` is implemented by subscriptions. */
export type TopUpDeps = {
  ledger: Pick<Ledger, 'postIn' | 'reverseIn' | 'postDisputeIn' | 'payDebtIn'>;
  mandates?: MandateHandler;
};

/** Handles charges with a `mandateId`. */
export type MandateHandler = {
  /**
   * Creates it at the gateway: the first one together with its mandate, or a month under an active
   * mandate. Throws GatewayError.
   */
  create(charge: Charge, request: ChargeRequest): Promise<ChargeReport>;
  /**
   * In the transaction of its payment: credits the wallet by `credit` and buys what the payment was
   * for. Returns false when the money stays in the wallet.
   */
  fulfil(tx: Transaction, charge: Charge, credit: () => Promise<unknown>): Promise<boolean>;
  /** Syncs the mandate with a gateway's reference. Throws GatewayError. */
  sync(gateway: GatewayName, ref: string): Promise<void>;
};

const mandatesOf = ({ mandates }: TopUpDeps): MandateHandler => {
  if (!mandates) throw new Error('mandate charge without a mandate handler configured');
  return mandates;
};

/**
 * Why a charge is polled, and the gateway's report: null when the gateway did not answer or does
 * not know the charge.
 */
type PollResult = { source: Source; report: ChargeReport | null; answered: boolean };

/**
 * A gateway that reports nothing new of a payment it has notified of is behind its own
 * notification: it is polled again this soon.
 */
const BEHIND_MS = 60_000;

/**
 * Polls the gateway about a charge and applies the report. A charge that the gateway does not know
 * is created there until it expires. Returns null when there is no such charge. Throws GatewayError
 * when the gateway gives no usable answer; nothing has changed then.
 */
export const syncCharge = (
  platform: Platform,
  deps: TopUpDeps,
  id: ChargeId,
  source: Source,
): Promise<Charge | null> =>
  withGatewayLock(platform, { kind: 'charge', id }, () => syncLocked(platform, deps, id, source));

const syncLocked = async (
  platform: Platform,
  deps: TopUpDeps,
  id: ChargeId,
  source: Source,
): Promise<Charge | null> => {
  const charge = await findCharge(platform.db, id);
  if (!charge) return null;
  // Its Pix code authorises a mandate too, which polling the charge alone would not show.
  if (beginsMandate(charge) && platform.clock.now() < charge.expiresAt)
    return requestLocked(platform, deps, charge, source);
  const provider = gatewayOf(platform.payments, charge.provider);
  const report = await closeOtherMethod(
    provider,
    charge,
    await captureAuthorized(provider, charge, await provider.status(knownOf(charge))),
  );
  if (report) return applyReport(platform, deps, charge, { source, report, answered: true });
  const look: PollResult = { source, report, answered: true };
  if (charge.status !== 'created')
    return advance(platform, deps, charge, look, (current) =>
      moveByTime(current, platform.clock.now()),
    );
  // A card is charged only while its holder is present: later they may have paid by another method.
  if (platform.clock.now() < charge.expiresAt && charge.method !== 'card')
    return requestLocked(platform, deps, charge, source);
  if (!isLookupConclusive(charge, platform.clock.now()))
    throw new GatewayError('unknown', 'the acquirer does not show a charge that it may have made');
  return advance(platform, deps, charge, look, (current) =>
    moveByFailure(current, 'gateway.unavailable'),
  );
};

const beginsMandate = ({ status, mandateId, dueOn }: Charge): boolean =>
  status === 'created' && mandateId !== null && dueOn === null;

const knownOf = ({ id, providerRef, amountCentavos, method }: Charge): ChargeLookup => ({
  chargeId: id,
  providerRef,
  amountCentavos,
  method,
});

/**
 * An authorised payment is captured at once: the payer expects it, and the authorisation expires
 * soon.
 */
const captureAuthorized = async (
  provider: PaymentProvider,
  charge: Charge,
  report: ChargeReport | null,
): Promise<ChargeReport | null> =>
  report?.state === 'authorized' && provider.capture
    ? provider.capture({ ...knownOf(charge), providerRef: report.providerRef })
    : report;

/**
 * A charge with two payment methods is paid once: the other method is closed as soon as money came.
 */
const closeOtherMethod = async (
  provider: PaymentProvider,
  charge: Charge,
  report: ChargeReport | null,
): Promise<ChargeReport | null> =>
  report && report.receipts.length > 0 && provider.closeOtherMethod
    ? provider.closeOtherMethod(knownOf(charge))
    : report;

/**
 * Creates a charge at the gateway when its state is `created`, and applies the report; returns any
 * other charge as it is. Safe to repeat: one process at a time requests it, the gateway knows it by
 * our id, and its terms never change. Throws GatewayError (`unknown`); nothing has changed then.
 */
export const requestCharge = async (
  platform: Platform,
  deps: TopUpDeps,
  charge: Charge,
  source: Source,
): Promise<Charge> =>
  charge.status === 'created'
    ? withGatewayLock(platform, { kind: 'charge', id: charge.id }, async () =>
        requestLocked(platform, deps, (await findCharge(platform.db, charge.id)) ?? charge, source),
      )
    : charge;

const requestLocked = async (
  platform: Platform,
  deps: TopUpDeps,
  charge: Charge,
  source: Source,
): Promise<Charge> => {
  if (charge.status !== 'created') return charge;
  if (charge.askedAt !== null && gatewayOf(platform.payments, charge.provider).createNotIdempotent)
    return (await syncLocked(platform, deps, charge.id, source)) ?? charge;
  const { id, provider, method, amountCentavos, payerSealed, createdAt, expiresAt } = charge;
  const expiresInSeconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000);
  try {
    const request: ChargeRequest = {
      chargeId: id,
      method,
      amountCentavos,
      expiresInSeconds,
      // Always in Portuguese, so that a repeated request is identical.
      description: text('pt', 'charge.description'),
      ...(payerSealed &&
        method !== 'card' && {
          payer: platform.seal.open<Payer>(payerSealContext(id), payerSealed),
        }),
      ...(method === 'card' && {
        card: await cardOf(platform, charge),
        ...authenticationOf(platform, charge),
      }),
    };
    if (method === 'card') await recordFirstRequest(platform.db, id, platform.clock.now());
    const report = await (charge.mandateId === null
      ? gatewayOf(platform.payments, provider).createCharge(request)
      : mandatesOf(deps).create(charge, request));
    return await applyReport(platform, deps, charge, { source, report, answered: true });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.outcome === 'unknown') throw error;
    // The acquirer may refuse a second request because it has accepted the first.
    if (error.outcome === 'refused' && !isLookupConclusive(charge, platform.clock.now()))
      throw new GatewayError(
        'unknown',
        'a card charge was refused after a request without an answer',
        error,
      );
    platform.log.warn({ err: error, chargeId: id }, 'the gateway did not create a charge');
    const code = error.outcome === 'refused' ? 'gateway.refused' : 'gateway.invalid';
    return advance(platform, deps, charge, { source, report: null, answered: true }, (current) =>
      moveByFailure(current, code),
    );
  }
};

/** The bank authenticates the holder when they are present; a renewal is not authenticated. */
const authenticationOf = (
  platform: Platform,
  { id, byHolder, amountCentavos, payerSealed }: Charge,
): Pick<ChargeRequest, 'authenticate'> => {
  if (!byHolder || !needsAuthentication(platform, amountCentavos)) return {};
  const { config, seal } = platform;
  const { browser, result } = payerSealed
    ? seal.open<CardProof>(payerSealContext(id), payerSealed)
    : { browser: null, result: null };
  return {
    authenticate: {
      returnUrl: `${config.publicUrl}/api/funds/challenges/${id}`,
      browser,
      result,
      otherwise: config.CARD_UNAUTHENTICATED,
    },
  };
};

/** Throws GatewayError (`refused`) for a card that was deleted meanwhile. */
const cardOf = async (
  { db }: Platform,
  { savedPaymentId, byHolder }: Charge,
): Promise<CardSource> => {
  const saved = savedPaymentId && (await findSaved(db, savedPaymentId));
  if (!saved || saved.paymentType !== 'card')
    throw new GatewayError('refused', 'the card of this charge is no longer stored');
  return {
    kind: 'stored',
    token: saved.token,
    brandId: saved.brandId,
    byHolder,
    networkRef: saved.networkRef,
  };
};

/**
 * Records what the report says of the card: the network reference for later charges, or a refusal
 * for good.
 */
const recordCard = async (
  tx: Transaction,
  { savedPaymentId }: Charge,
  report: ChargeReport | null,
  at: Date,
): Promise<void> => {
  if (!savedPaymentId || !report) return;
  if (report.networkRef !== undefined && report.state === 'paid')
    await recordNetworkRef(tx, savedPaymentId, report.networkRef);
  if (report.decline?.class === 'irreversible') await markRefused(tx, savedPaymentId, at);
};

/** The context that a charge's payer is sealed for. */
export const payerSealContext = (id: ChargeId): string => `charges.payer:${id}`;

/**
 * Without an answer of the gateway: the charge expires by our clock, and the next poll is
 * scheduled.
 */
export const postponeCharge = async (
  platform: Platform,
  deps: TopUpDeps,
  id: ChargeId,
  source: Source,
): Promise<void> => {
  const charge = await findCharge(platform.db, id);
  if (charge)
    await advance(platform, deps, charge, { source, report: null, answered: false }, (current) =>
      moveByTime(current, platform.clock.now()),
    );
};

const applyReport = (
  platform: Platform,
  deps: TopUpDeps,
  charge: Charge,
  look: PollResult & { report: ChargeReport },
): Promise<Charge> =>
  advance(platform, deps, charge, look, (current) => moveByReport(current, look.report));

/**
 * Applies the step that `decide` returns for the present charge. When another process changed the
 * charge meanwhile, it decides again.
 */
const advance = async (
  platform: Platform,
  deps: TopUpDeps,
  charge: Charge,
  look: PollResult,
  decide: (charge: Charge) => Move | null,
): Promise<Charge> => {
  let current = charge;
  for (;;) {
    const move = decide(current);
    if (!move) {
      await syncReturns(platform, deps, current, look);
      await syncReview(platform, deps, current, look);
      await schedulePoll(platform.db, current, nextPoll(platform, current, look));
      return current;
    }
    const moved = await applyStep(
      platform,
      deps,
      current,
      stepOf(platform, current, move, look),
      look.report,
    );
    const found = await findCharge(platform.db, charge.id);
    if (!found) throw new Error(`charge ${charge.id} is gone`);
    if (moved) {
      platform.outbox.nudge();
      return found;
    }
    current = found;
  }
};

/** Posts money that went back: a charge is paid once, and its money may return in several parts. */
const syncReturns = async (
  platform: Platform,
  { ledger }: TopUpDeps,
  charge: Charge,
  { report }: PollResult,
): Promise<void> => {
  if (charge.paidAt === null || !report) return;
  const found = returnedMoneyOf(report);
  if (report.state === 'canceled')
    await transaction(platform.db, (tx) =>
      openItem(
        tx,
        {
          kind: 'contradiction',
          provider: charge.provider,
          ref: `charge:${charge.id}`,
          chargeId: charge.id,
          cashOutId: null,
          theirs: null,
          ours: charge.amountCentavos,
        },
        platform.clock.now(),
      ),
    );
  if (found.returned === 0) return;
  await transaction(platform.db, (tx) => postReturnedMoney(platform, tx, ledger, charge, found));
  platform.outbox.nudge();
};

/** Applies the acquirer's late fraud decision to locked money. */
const syncReview = async (
  platform: Platform,
  deps: TopUpDeps,
  { id, status, heldUntil }: Charge,
  { report }: PollResult,
): Promise<void> => {
  const screening = report?.screening;
  if (
    status !== 'paid' ||
    heldUntil === null ||
    (screening !== 'accepted' && screening !== 'rejected')
  )
    return;
  const review = await findOpenReview(platform.db, id);
  if (review?.reason === 'acquirer') await applyScreening(platform, deps, review, screening);
};

/** Credited by a gateway that does not report returns: it must be polled. */
const isWatched = (
  { payments }: Pick<Platform, 'payments'>,
  { provider, paidAt }: Pick<Charge, 'provider' | 'paidAt'>,
): boolean => paidAt !== null && payments[provider]?.sendsNoNotifications === true;

const nextPoll = (
  platform: Platform,
  charge: Charge,
  { source, answered }: PollResult,
): Date | null => {
  const now = platform.clock.now();
  const next = nextCheckAt({ ...charge, watched: isWatched(platform, charge) }, now, answered);
  const soon = new Date(now.getTime() + BEHIND_MS);
  return source === 'webhook' && next !== null && soon < next ? soon : next;
};

const stepOf = (
  platform: Platform,
  charge: Charge,
  move: Move,
  { source, report }: PollResult,
): Step => {
  const now = platform.clock.now();
  const presentment = move.to === 'pending' ? (report?.presentment ?? undefined) : undefined;
  const received = report?.receipts.map(({ receivedAt }) => receivedAt.getTime()) ?? [];
  const paidAt = move.credit ? new Date(Math.max(...received)) : charge.paidAt;
  const after = {
    ...charge,
    ...move,
    status: move.to,
    expiresAt: presentment?.expiresAt ?? charge.expiresAt,
    watched: isWatched(platform, { ...charge, paidAt }),
  };
  return {
    ...move,
    paidAt,
    providerRef: report?.providerRef,
    presentment,
    decline: report?.decline,
    nextCheckAt: nextCheckAt(after, now, true),
    source,
    at: now,
  };
};

/**
 * Writes the step, its transfers and its notifications, all or nothing. Returns false when the
 * charge had changed.
 */
const applyStep = (
  platform: Platform,
  deps: TopUpDeps,
  charge: Charge,
  step: Step,
  report: ChargeReport | null,
): Promise<boolean> =>
  transaction(platform.db, async (tx) => {
    if (!(await moveCharge(tx, charge, step))) return false;
    const { outbox, clock } = platform;
    const { ledger } = deps;
    const { id, profileId, provider, amountCentavos } = charge;
    const credit = () =>
      ledger.postIn(tx, {
        kind: 'topUp',
        chargeId: id,
        profileId,
        gateway: report?.receipts[0]?.through ?? provider,
        amount: amountCentavos,
      });
    // First, because plans and subscriptions are locked before accounts.
    const spent =
      step.credit &&
      charge.mandateId !== null &&
      (await mandatesOf(deps).fulfil(tx, charge, credit));
    await outbox.publish(tx, {
      event: 'transactions',
      audience: [profileId],
      payload: { id, status: step.to },
    });
    const suspicion = step.credit ? await findSuspicion(platform, tx, charge, report) : null;
    const notice = suspicion ? null : noticeOf(charge, step);
    if (notice && !spent) await notify({ clock, outbox }, tx, notice);
    await recordCard(tx, charge, report, step.at);
    if (suspicion) await suspendTopUp(platform, tx, ledger, charge, suspicion);
    else if (step.credit) {
      if (charge.mandateId === null) await credit();
      await ledger.payDebtIn(tx, { chargeId: id, profileId });
    }
    if (report)
      await postReturnedMoney({ clock, outbox }, tx, ledger, charge, returnedMoneyOf(report));
    if (step.credit) await openIfRemoved(tx, charge, step.at);
    return true;
  });

/**
 * Money of a removed account reaches no person: an administrator refunds it. Called after the
 * credit, whose lock of the wallet a removal takes too.
 */
const openIfRemoved = async (
  tx: Transaction,
  { id, profileId, provider, amountCentavos }: Charge,
  at: Date,
): Promise<void> => {
  if (!(await isRemoved(tx, profileId))) return;
  await openItem(
    tx,
    {
      kind: 'undecided',
      provider,
      ref: `removed account:${id}`,
      chargeId: id,
      cashOutId: null,
      theirs: amountCentavos,
      ours: null,
    },
    at,
  );
};

const noticeOf = (
  { profileId, amountCentavos }: Charge,
  { credit, failureCode, paidCentavos }: Step,
): NotificationInput | null => {
  if (credit) return { profileId, type: 'topUp', amount: amountCentavos };
  return failureCode === 'charge.otherAmount'
    ? { profileId, type: 'topUpReview', amount: paidCentavos }
    : null;
};
