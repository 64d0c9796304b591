// What gateways tell us: kept sealed as it came, worked on in a job, and never believed without
// asking back.
import { hash, randomUUIDv7 } from 'node:crypto';
import type { CashOutId, ChargeId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import { createCoalescer } from '../../../platform/coalescer/coalescer.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import {
  GatewayError,
  type GatewayName,
  type WebhookDelivery,
  gatewayOf,
} from '../../../platform/payments/port.ts';
import { webhookAddress } from '../../../platform/payments/webhook-address.ts';
import type { Platform } from '../../../platform/platform.ts';
import { syncCashOut } from '../cash-outs/sync-cash-out.ts';
import type { CashOutDeps } from '../cash-outs/request-cash-out.ts';
import { findChargesByRef } from './charge-store.ts';
import { mapWithConcurrency } from './map-with-concurrency.ts';
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
import { type TopUpDeps, syncCharge } from './sync-charge.ts';

/**
 * What is kept of the headers. A list of what may be kept, because secrets travel under any name.
 */
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
 * Counts deliveries that proved nothing. All that arrive while a count is being written are written
 * together after it: anybody can send them, and each writing the same row by itself would make
 * them, and other writers, wait for each other.
 */
export const createRefusalCounter = ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): RefusalCounter =>
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
 * Keeps a notification together with the job that works on it; the gateway may then be told that we
 * have it. The proof of who sent it needs nothing but the delivery, so it comes first: a stranger's
 * bytes are counted and not kept. Throws auth.forbidden.
 */
export const receiveNotification = async (
  platform: Platform,
  refuse: RefusalCounter,
  name: GatewayName,
  delivery: WebhookDelivery,
): Promise<void> => {
  const { db, jobs, clock, payments, seal } = platform;
  const provider = payments[name];
  if (!provider) throw new AppError('auth.forbidden');
  if (!(await provider.verifyWebhook(delivery))) {
    await refuse(name);
    throw new AppError('auth.forbidden');
  }
  const raw = Buffer.from(delivery.rawBody);
  // Where the same bytes may tell of something new, each is an event of its own: it costs a
  // question, and loses nothing.
  const eventKey = provider.notificationBodiesRepeat
    ? `${hash('sha256', raw)}:${randomUUIDv7()}`
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

/**
 * Settles every charge and follows every cash-out that a kept notification is about. Throws, to be
 * tried again, when one of them could not be settled.
 */
export const processNotification = async (
  platform: Platform,
  deps: TopUpDeps & CashOutDeps,
  event: EventRef,
): Promise<void> => {
  const { db, clock, log, seal } = platform;
  const raw = await findUnprocessed(db, seal, event);
  if (!raw) return;
  const told = await subjectsOf(platform, event.provider, raw);
  if (told instanceof GatewayError) {
    log.warn({ err: told, ...event }, 'a notification makes no sense');
    await recordAttempt(db, event, { processedAt: clock.now(), error: told.message });
    return;
  }
  try {
    await mapWithConcurrency(told.charges, (id) => syncCharge(platform, deps, id, 'webhook'));
    await mapWithConcurrency(
      told.mandates,
      (ref) => deps.mandates?.sync(event.provider, ref) ?? Promise.resolve(),
    );
    await mapWithConcurrency(told.cashOuts, (id) => syncCashOut(platform, deps, id, 'webhook'));
  } catch (error) {
    await recordAttempt(db, event, { processedAt: null, error: String(error) });
    throw error;
  }
  await recordAttempt(db, event, { processedAt: clock.now(), error: null });
};

/** Younger ones still belong to the job that came with them. */
const UNPROCESSED_AFTER_MS = 2 * 60_000;
const PROCESS_BATCH = 50;
const PROCESS_AT_ONCE = 4;

/**
 * Processes the notifications whose own job gave up, until each is done: a gateway that notifies
 * once, and then can't be asked for hours, must not make us miss a contested payment, which nothing
 * else asks about.
 */
export const processWaiting = async (
  platform: Platform,
  deps: TopUpDeps & CashOutDeps,
  signal?: AbortSignal,
): Promise<void> => {
  for (;;) {
    const now = platform.clock.now();
    const due = await listUnprocessed(platform.db, {
      receivedBefore: new Date(now.getTime() - UNPROCESSED_AFTER_MS),
      now,
      limit: PROCESS_BATCH,
    });
    await workOnEach(
      platform,
      { work: PROCESS_EVENTS_JOB, items: due, idOf: eventId, signal, atOnce: PROCESS_AT_ONCE },
      (event) => processNotification(platform, deps, event),
    );
    if (signal?.aborted || due.length < PROCESS_BATCH) return;
  }
};

/** Cielo notifies one address of a shop, whatever was sold. */
const gatewaysSharingWebhook = (name: GatewayName): GatewayName[] =>
  name === 'cielo' ? ['cielo', 'cieloCard'] : [name];

const subjectsOf = async (
  { db, payments }: Platform,
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
              gatewaysSharingWebhook(name).map((house) => findChargesByRef(db, house, refs)),
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
    // Without an answer about a receipt the notification makes sense later.
    if (error instanceof GatewayError && error.outcome !== 'unknown') return error;
    throw error;
  }
};

/** Notifications carry names of payers: they are forgotten when no dispute needs them any more. */
const RETENTION_MS = 90 * 86_400_000;
const SWEEP_BATCH = 1_000;

export const forgetOldNotifications = async ({ db, clock }: Platform): Promise<void> => {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  while ((await deleteEventsBefore(db, before, SWEEP_BATCH)) === SWEEP_BATCH);
};

/**
 * Tells every gateway where to notify us: one that can't be told keeps no other from it. Throws the
 * first GatewayError after all were tried; until a gateway is told, the reconciliation does
 * without.
 */
export const registerWebhooks = async ({
  config,
  payments,
  log,
}: Pick<Platform, 'config' | 'payments' | 'log'>): Promise<void> => {
  const failures: unknown[] = [];
  for (const provider of Object.values(payments)) {
    await provider.registerWebhook(webhookAddress(config, provider.id)).catch((error: unknown) => {
      log.warn(
        { err: error, provider: provider.id },
        'a gateway could not be told where to notify us',
      );
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
};
