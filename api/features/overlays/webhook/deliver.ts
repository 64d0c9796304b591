// Sends events to webhooks: a delivery for each event, and attempts by a job until the program
// answers with a status of success.
import type { WebhookDeliveryId } from '@camarim/contract/features/overlays/webhook';
import type { ProfileId } from '@camarim/contract/ids';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Attempt as JobAttempt } from '../../../platform/jobs/port.ts';
import type { OutgoingClient, OutgoingResult } from '../../../platform/outgoing/post.ts';
import type { Ctx } from '../../../context.ts';
import { findRoomEvents, presentEvents, roomEventsAfter } from '../../lives/index.ts';
import { findWaiting, insertDeliveries, markFailed, recordAttempt } from './deliveries-store.ts';
import { secretsOf } from './settings.ts';
import { signedHeaders } from './signature.ts';
import { disableWebhook, lockPosition, producersBehind, setPosition, webhookOf } from './store.ts';

export const DELIVER_JOB = 'overlays.deliver';
const BATCH = 200;
const GONE = 410;

declare module '../../../platform/jobs/port.ts' {
  interface JobPayloads {
    'overlays.deliver': { id: WebhookDeliveryId };
  }
}

/** Makes deliveries of the producer's new events. Returns whether there may be more. */
const dispatchSome = (ctx: Ctx, producerId: ProfileId): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const webhook = await lockPosition(tx, producerId);
    if (!webhook) return false;
    const events = await roomEventsAfter(tx, producerId, webhook.lastSeq, BATCH);
    const last = events.at(-1);
    if (!last) return false;
    const deliveries = events.map((event) => ({
      id: newId() as WebhookDeliveryId,
      eventId: event.id,
    }));
    await insertDeliveries(tx, webhook.id, deliveries, ctx.clock.now());
    await setPosition(tx, webhook.id, last.seq);
    await ctx.jobs.enqueueMany(
      tx,
      DELIVER_JOB,
      deliveries.map(({ id }) => ({ id })),
    );
    return events.length === BATCH;
  });

/** May run at the same time in several processes. */
export const dispatchEvents = async (ctx: Ctx, producerId: ProfileId): Promise<void> => {
  while (await dispatchSome(ctx, producerId));
};

/** What no realtime event announced. */
export const dispatchAll = async (ctx: Ctx): Promise<void> => {
  for (const producerId of await producersBehind(ctx.db)) await dispatchEvents(ctx, producerId);
};

const isSuccess = (result: OutgoingResult): boolean =>
  'status' in result && result.status >= 200 && result.status < 300;

/**
 * One attempt. Throws when it is to be repeated. 410 (Gone) disables the webhook, as the
 * specification of Standard Webhooks says.
 */
export const deliverEvent = async (
  ctx: Ctx,
  outgoing: OutgoingClient,
  id: WebhookDeliveryId,
  { last }: Pick<JobAttempt, 'last'>,
): Promise<void> => {
  const waiting = await findWaiting(ctx.db, id);
  const webhook = waiting && (await webhookOf(ctx.db, waiting.producerId));
  const [row] = waiting ? await findRoomEvents(ctx.db, [waiting.eventId]) : [];
  if (!webhook || !row) return;
  if (webhook.disabled_at) return markFailed(ctx.db, id);
  const [event] = await presentEvents(ctx, webhook.producer_id, [row]);
  const body = JSON.stringify(event);
  // The time of this attempt, so that a program may refuse what is old.
  const message = { id: row.id, at: ctx.clock.now(), body };
  const result = await outgoing.post(
    webhook.url,
    { 'content-type': 'application/json', ...signedHeaders(secretsOf(ctx, webhook), message) },
    body,
  );
  const status = 'status' in result ? result.status : null;
  const delivered = isSuccess(result);
  const ended = last || status === GONE;
  await recordAttempt(ctx.db, id, {
    state: delivered ? 'delivered' : ended ? 'failed' : 'waiting',
    status,
    problem: 'problem' in result ? result.problem : null,
    now: ctx.clock.now(),
  });
  if (status === GONE) return disableWebhook(ctx.db, webhook.id, ctx.clock.now());
  if (!delivered) throw new Error(`a webhook was not delivered: ${JSON.stringify(result)}`);
};
