// Notifications of gateways: stored sealed, processed by a job, and never trusted without polling
// the gateway.
import type { Ctx } from '../../../../context.ts';
import { hash } from 'node:crypto';
import type { CashOutId, ChargeId } from '@camarim/contract/ids';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { newId } from '../../../../platform/ids/new-id.ts';
import { transaction } from '../../../../platform/database/transaction.ts';
import { createCoalescer } from '../../../../platform/coalescer/coalescer.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { drainDue } from '../../../../platform/failing-items/drain-due.ts';
import {
  GatewayError,
  type GatewayName,
  type WebhookDelivery,
  gatewayOf,
} from '../../../../platform/payments/port.ts';
import { webhookAddress } from '../../../../platform/payments/webhook-address.ts';
import { findChargesByRef } from '../charges/charge-store.ts';
import { mapWithConcurrency } from '../charges/map-with-concurrency.ts';
import {
  type EventRef,
  countRefusals,
  deleteEventsBefore,
  eventId,
  findUnprocessed,
  insertEvent,
  listUnprocessed,
  PROCESS_EVENTS_JOB,
  recordAttempt,
} from './inbound-store.ts';
import type { PaymentDeps } from '../purposes.ts';
import { syncCharge } from '../charges/sync-charge.ts';

/** The headers that are stored. A list of allowed names, because secrets may be in any header. */
const STORED_HEADERS = ['content-type', 'content-length', 'user-agent', 'date'];

const storedHeaders = (headers: WebhookDelivery['headers']): Record<string, string> =>
  Object.fromEntries(
    STORED_HEADERS.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  );

export type RefusalCounter = (name: GatewayName) => Promise<void>;

const REFUSALS_BATCH = 1_000;
const REFUSALS_WAITING_MAX = 10_000;

/**
 * Counts deliveries with invalid authentication. Those that arrive during a write are written
 * together after it: anyone can send them, and separate writes of one row would block each other.
 */
export const createRefusalCounter = ({ db, clock }: Ctx): RefusalCounter =>
  createCoalescer<GatewayName, void>({
    run: async (names) => {
      const counts = new Map<GatewayName, number>();
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      await countRefusals(db, counts, clock.now());
      return names.map(() => ({ value: undefined }));
    },
    maxBatch: REFUSALS_BATCH,
    maxInFlight: 1,
    patienceMs: 0,
    maxQueued: REFUSALS_WAITING_MAX,
    overflow: () => new AppError('auth.forbidden'),
  });

/**
 * Stores a notification together with the job that processes it; the gateway may then be sent a
 * success reply. Authentication needs only the delivery, so it comes first: unauthenticated bodies
 * are counted and not stored. Throws auth.forbidden.
 */
export const receiveNotification = async (
  ctx: Ctx,
  refuse: RefusalCounter,
  name: GatewayName,
  delivery: WebhookDelivery,
): Promise<void> => {
  const { db, jobs, clock, payments, seal } = ctx;
  const provider = payments[name];
  if (!provider) throw new AppError('auth.forbidden');
  if (!(await provider.verifyWebhook(delivery))) {
    await refuse(name);
    throw new AppError('auth.forbidden');
  }
  const raw = Buffer.from(delivery.rawBody);
  // Where identical bodies may report something new, each delivery is an event: that costs a poll
  // and loses nothing.
  const eventKey = provider.notificationBodiesRepeat
    ? `${hash('sha256', raw)}:${newId()}`
    : hash('sha256', raw);
  const event: EventRef = { provider: name, eventKey };
  await transaction(db, async (tx) => {
    const waits = await insertEvent(tx, seal, {
      ...event,
      raw,
      headers: storedHeaders(delivery.headers),
      receivedAt: clock.now(),
    });
    if (waits) await jobs.enqueue(tx, 'funds.settle', event);
  });
};

/** `syncCashOut` comes from the caller, because the payouts import the payments. */
export type NotificationDeps = PaymentDeps & {
  syncCashOut: (id: CashOutId) => Promise<void>;
};

/**
 * Syncs every charge, mandate and cash-out that a stored notification is about. Throws, for a
 * retry, when one of them could not be synced.
 */
export const processNotification = async (
  ctx: Ctx,
  deps: NotificationDeps,
  event: EventRef,
): Promise<void> => {
  const { db, clock, log, seal } = ctx;
  const raw = await findUnprocessed(db, seal, event);
  if (!raw) return;
  const subjects = await subjectsOf(ctx, event.provider, raw);
  if (subjects instanceof GatewayError) {
    log.warn({ err: subjects, ...event }, 'a notification could not be understood');
    await recordAttempt(db, event, { processedAt: clock.now(), error: subjects.message });
    return;
  }
  try {
    await mapWithConcurrency(subjects.charges, (id) => syncCharge(ctx, deps, id, 'webhook'));
    await mapWithConcurrency(subjects.mandates, async (ref) => {
      for (const fulfiller of Object.values(deps.fulfillers))
        await fulfiller.sync?.(ctx, deps, event.provider, ref);
    });
    await mapWithConcurrency(subjects.cashOuts, deps.syncCashOut);
  } catch (error) {
    await recordAttempt(db, event, { processedAt: null, error: String(error) });
    throw error;
  }
  await recordAttempt(db, event, { processedAt: clock.now(), error: null });
};

/** Younger ones are still processed by their own job. */
const UNPROCESSED_AFTER_MS = 2 * MINUTE_MS;
const PROCESS_BATCH = 50;
const PROCESS_AT_ONCE = 4;

/**
 * Processes the notifications whose own job gave up, until each is done: a gateway that notifies
 * once and is then unavailable for hours must not hide a disputed payment, which no poll covers.
 */
export const processWaiting = async (
  ctx: Ctx,
  deps: NotificationDeps,
  signal?: AbortSignal,
): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: PROCESS_EVENTS_JOB,
      batch: PROCESS_BATCH,
      take: (now) =>
        listUnprocessed(ctx.db, {
          receivedBefore: new Date(now.getTime() - UNPROCESSED_AFTER_MS),
          now,
          limit: PROCESS_BATCH,
        }),
      idOf: eventId,
      signal,
      atOnce: PROCESS_AT_ONCE,
    },
    (event) => processNotification(ctx, deps, event),
  );
};

/** Cielo notifies one address for all methods of a merchant. */
const gatewaysSharingWebhook = (name: GatewayName): GatewayName[] =>
  name === 'cielo' ? ['cielo', 'cieloCard'] : [name];

const subjectsOf = async (
  { db, payments }: Ctx,
  name: GatewayName,
  raw: Buffer,
): Promise<{ charges: ChargeId[]; cashOuts: CashOutId[]; mandates: string[] } | GatewayError> => {
  try {
    const provider = gatewayOf(payments, name);
    const events = provider.parseWebhook(raw);
    const receipts = events.flatMap(({ chargeId, receiptRef }) =>
      chargeId === null && receiptRef !== undefined ? [receiptRef] : [],
    );
    const ofReceipts = await mapWithConcurrency(
      receipts,
      async (ref) => (await provider.findChargeOfReceipt?.(ref)) ?? null,
    );
    const refs = events.flatMap(({ chargeId, providerRef }) =>
      chargeId === null && providerRef !== null ? [providerRef] : [],
    );
    const found =
      refs.length === 0
        ? []
        : (
            await Promise.all(
              gatewaysSharingWebhook(name).map((gateway) => findChargesByRef(db, gateway, refs)),
            )
          ).flat();
    return {
      charges: [
        ...new Set([
          ...events.flatMap(({ chargeId }) => chargeId ?? []),
          ...found,
          ...ofReceipts.flatMap((id) => id ?? []),
        ]),
      ],
      mandates: [...new Set(events.flatMap(({ mandateRef }) => mandateRef ?? []))],
      cashOuts: [
        ...new Set(events.flatMap(({ payoutId }) => (payoutId ? [payoutId as CashOutId] : []))),
      ],
    };
  } catch (error) {
    // Without an answer about a receipt the notification is processed later.
    if (error instanceof GatewayError && error.outcome !== 'unknown') return error;
    throw error;
  }
};

/** Notifications hold names of payers: they are deleted when no dispute needs them any more. */
const RETENTION_MS = 90 * DAY_MS;
const SWEEP_BATCH = 1_000;

export const forgetOldNotifications = async ({ db, clock }: Ctx): Promise<void> => {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  while ((await deleteEventsBefore(db, before, SWEEP_BATCH)) === SWEEP_BATCH);
};

/**
 * Registers our webhook address at every gateway; a failure does not stop the others. Throws the
 * first GatewayError after all were tried; until then, polling replaces notifications.
 */
export const registerWebhooks = async ({ config, payments, log }: Ctx): Promise<void> => {
  const failures: unknown[] = [];
  for (const provider of Object.values(payments)) {
    await provider.registerWebhook(webhookAddress(config, provider.id)).catch((error: unknown) => {
      log.warn(
        { err: error, provider: provider.id },
        'a webhook address could not be registered at a gateway',
      );
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
};
