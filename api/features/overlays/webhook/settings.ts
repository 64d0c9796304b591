// A producer's webhook: its address and secret, and the list of its deliveries.
import type { Routes } from '@camarim/contract';
import type { RoomEvent } from '@camarim/contract/features/lives/room-events';
import type { WebhookId } from '@camarim/contract/features/overlays/webhook';
import {
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOK_FORMER_SECRET_HOURS,
} from '@camarim/contract/features/overlays/limits';
import type { DataInput } from '@camarim/contract/route';
import { HOUR_MS } from '@camarim/contract/time';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { OutgoingClient } from '../../../platform/outgoing/post.ts';
import type { Ctx } from '../../../context.ts';
import { findRoomEvents, openRoomLog, presentEvents } from '../../lives/index.ts';
import { disconnect } from '../disconnect.ts';
import type { OverlayOwner } from '../policy.ts';
import { type DeliveryRow, listDeliveries } from './deliveries-store.ts';
import { newSecret } from './signature.ts';
import {
  deleteWebhookOf,
  insertWebhook,
  replaceSecret,
  setUrl,
  webhookOf,
  type WebhookRow,
} from './store.ts';

type Webhook = NonNullable<DataInput<Routes['GET /overlays/webhook']>>;
type Delivery = DataInput<Routes['GET /overlays/webhook/deliveries']>[number];

const sealContextOf = (id: WebhookId): string => `webhooks/${id}`;

const present = (row: WebhookRow, now: Date): Webhook => ({
  url: row.url,
  state: row.disabled_at ? 'disabled' : 'active',
  createdAt: row.created_at.toISOString(),
  rotatedAt: row.rotated_at?.toISOString() ?? null,
  formerSecretUntil:
    row.former_until && row.former_until > now ? row.former_until.toISOString() : null,
});

export const viewWebhook = async (
  { db, clock }: Ctx,
  { producerId }: Allowed<OverlayOwner>,
): Promise<Webhook | null> => {
  const row = await webhookOf(db, producerId);
  return row && present(row, clock.now());
};

/** Throws webhook.urlRefused. */
export const setWebhook = async (
  ctx: Ctx,
  outgoing: OutgoingClient,
  { producerId }: Allowed<OverlayOwner>,
  url: string,
): Promise<Webhook & { secret: string | null }> => {
  if (!outgoing.allows(url)) throw new AppError('webhook.urlRefused');
  const now = ctx.clock.now();
  return transaction(ctx.db, async (tx) => {
    const lastSeq = await openRoomLog(tx, producerId);
    const id = newId() as WebhookId;
    const secret = newSecret();
    const made = await insertWebhook(tx, {
      id,
      producerId,
      url,
      secret: ctx.seal.seal(sealContextOf(id), secret),
      lastSeq,
      now,
    });
    if (made) return { ...present(made, now), secret };
    const row = await setUrl(tx, producerId, { url, lastSeq });
    if (!row) throw new AppError('webhook.notFound');
    return { ...present(row, now), secret: null };
  });
};

/**
 * One of two concurrent calls throws webhook.notFound, so that each secret that is shown is valid.
 */
export const rotateSecret = async (
  ctx: Ctx,
  { producerId }: Allowed<OverlayOwner>,
): Promise<Webhook & { secret: string }> => {
  const now = ctx.clock.now();
  const row = await webhookOf(ctx.db, producerId);
  if (!row) throw new AppError('webhook.notFound');
  const secret = newSecret();
  const rotated = await replaceSecret(ctx.db, row, {
    secret: ctx.seal.seal(sealContextOf(row.id), secret),
    formerUntil: new Date(now.getTime() + WEBHOOK_FORMER_SECRET_HOURS * HOUR_MS),
    now,
  });
  if (!rotated) throw new AppError('webhook.notFound');
  return { ...present(rotated, now), secret };
};

/** The secrets that sign now, the current one first. */
export const secretsOf = ({ seal, clock }: Ctx, row: WebhookRow): string[] => {
  const former =
    row.former_secret && row.former_until && row.former_until > clock.now()
      ? [row.former_secret]
      : [];
  return [row.secret, ...former].map((sealed) => seal.open<string>(sealContextOf(row.id), sealed));
};

export const deleteWebhook = (ctx: Ctx, { producerId }: Allowed<OverlayOwner>): Promise<void> =>
  disconnect(ctx, producerId, (tx) => deleteWebhookOf(tx, producerId));

const presentDelivery = (row: DeliveryRow, event: RoomEvent): Delivery => ({
  id: row.id,
  event,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  problem: row.problem,
  createdAt: row.created_at.toISOString(),
  triedAt: row.tried_at?.toISOString() ?? null,
});

export const viewDeliveries = async (
  ctx: Ctx,
  { producerId }: Allowed<OverlayOwner>,
): Promise<Delivery[]> => {
  const rows = await listDeliveries(ctx.db, producerId, WEBHOOK_DELIVERIES_SHOWN);
  const found = await findRoomEvents(
    ctx.db,
    rows.map(({ event_id }) => event_id),
  );
  const events = await presentEvents(ctx, producerId, found);
  const byId = new Map(events.map((event) => [event.id, event]));
  return rows.flatMap((row) => {
    const event = byId.get(row.event_id);
    return event ? [presentDelivery(row, event)] : [];
  });
};
