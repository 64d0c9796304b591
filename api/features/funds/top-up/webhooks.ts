// What gateways tell us: kept as it came, worked on in a job, and never believed without asking back.
import { hash } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { GatewayError, type WebhookDelivery } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Provider } from './charge-store.ts';
import { inGroups } from './groups.ts';
import { type EventRef, countRefusal, deleteEventsBefore, findUnprocessed, insertEvent, recordAttempt } from './inbound-store.ts';
import { type Books, settleCharge } from './settle.ts';

/** What is kept of the headers. A list of what may be kept, because secrets travel under any name. */
const KEPT_HEADERS = ['content-type', 'content-length', 'user-agent', 'date'];

const keptHeaders = (headers: WebhookDelivery['headers']): Record<string, string> =>
  Object.fromEntries(KEPT_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

/**
 * Keeps a notification together with the job that works on it; the gateway may then be told that we have it. The proof of
 * who sent it needs nothing but the delivery, so it comes first: a stranger's bytes are counted and not kept. Throws auth.forbidden.
 */
export const receiveNotification = async (platform: Platform, provider: Provider, delivery: WebhookDelivery): Promise<void> => {
  const { db, jobs, clock, payments } = platform;
  if (!payments[provider].verifyWebhook(delivery)) {
    await countRefusal(db, provider, clock.now());
    throw new AppError('auth.forbidden');
  }
  const raw = Buffer.from(delivery.rawBody);
  const event: EventRef = { provider, eventKey: hash('sha256', raw) };
  await transaction(db, async (tx) => {
    const first = await insertEvent(tx, { ...event, raw, headers: keptHeaders(delivery.headers), receivedAt: clock.now() });
    if (first) await jobs.enqueue(tx, 'funds.settle', event);
  });
};

/** Settles every charge that a kept notification is about. Throws, to be tried again, when one of them could not be settled. */
export const processNotification = async (platform: Platform, books: Books, event: EventRef): Promise<void> => {
  const { db, clock, log } = platform;
  const raw = await findUnprocessed(db, event);
  if (!raw) return;
  const told = chargesIn(platform, event.provider, raw);
  if (told instanceof GatewayError) {
    log.warn({ err: told, ...event }, 'a notification makes no sense');
    await recordAttempt(db, event, { processedAt: clock.now(), error: told.message });
    return;
  }
  try {
    await inGroups(told, (id) => settleCharge(platform, books, id, 'webhook'));
  } catch (error) {
    await recordAttempt(db, event, { processedAt: null, error: String(error) });
    throw error;
  }
  await recordAttempt(db, event, { processedAt: clock.now(), error: null });
};

const chargesIn = ({ payments }: Platform, provider: Provider, raw: Buffer): ChargeId[] | GatewayError => {
  try {
    return [...new Set(payments[provider].parseWebhook(raw).flatMap(({ chargeId }) => chargeId ?? []))];
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
};

/** Notifications carry names of payers: they are forgotten when no dispute needs them any more. */
const KEPT_MS = 90 * 86_400_000;
const SWEEP_BATCH = 1_000;

export const forgetOldNotifications = async ({ db, clock }: Platform): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  while ((await deleteEventsBefore(db, before, SWEEP_BATCH)) === SWEEP_BATCH);
};

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Where a gateway reaches us: the public address, or the loopback for the local sandbox. */
const webhookUrl = ({ config }: Pick<Platform, 'config'>, provider: Provider): string => {
  const local = `http://${ANY_ADDRESS.has(config.HOST) ? '127.0.0.1' : config.HOST}:${config.PORT}`;
  return `${config.PIX_BASE_URL === undefined ? local : config.publicUrl}/api/funds/webhooks/${provider}`;
};

/** Tells every gateway where to notify us. Throws GatewayError when one can't be told; until it is, the reconciliation does without. */
export const registerWebhooks = async (platform: Platform): Promise<void> => {
  for (const provider of Object.keys(platform.payments) as Provider[]) await platform.payments[provider].registerWebhook(webhookUrl(platform, provider));
};
