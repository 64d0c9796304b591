// Sends Web Push to a person's browsers, and forgets those that ended their subscription.
import type { NotificationId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import type { PushAddress, WebPush } from '../../../platform/push/web-push.ts';
import { discreetPush, pushOf, type PushPayload } from '../deliver/compose.ts';
import { sendersOf } from '../deliver/deliver.ts';
import { quietUntil } from '../deliver/rules.ts';
import { listDevices, loadDelivery } from '../deliver/store.ts';
import { loadSettings } from '../settings/store.ts';
import { countUnread } from '../store.ts';
import { placeOf } from './devices.ts';
import { deleteDevice } from './store.ts';

/** Sends to every browser of the person; when one gives no answer the attempt fails and is repeated. */
const sendToAll = async (
  { db, clock, seal, log }: Ctx,
  push: WebPush,
  profileId: ProfileId,
  payload: PushPayload,
): Promise<void> => {
  const devices = await listDevices(db, profileId, clock.now());
  const results = await Promise.allSettled(
    devices.map(async ({ id, sealed }) => {
      const address = seal.open<PushAddress>(placeOf(id), sealed);
      const result = await push.send(address, {
        payload: JSON.stringify(payload),
        // Of the ones that stand for all that is unread only the last is of use.
        ...(payload.tag === 'unread' && { topic: 'unread' }),
      });
      if (result === 'gone') await deleteDevice(db, profileId, id);
      if (result === 'refused') log.warn({ deviceId: id }, 'a push service refused a message');
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
};

const localeOf = async (ctx: Ctx, profileId: ProfileId): Promise<Locale | null> =>
  (await ctx.accounts.contactOf(ctx.db, profileId))?.locale ?? null;

/** The job of one notification; nothing is sent when it was read before. */
export const pushNotification = async (
  ctx: Ctx,
  services: Pick<Services, 'summarise'>,
  push: WebPush,
  id: NotificationId,
): Promise<void> => {
  const delivery = await loadDelivery(ctx.db, id, ctx.clock.now());
  if (!delivery || delivery.read || delivery.hidden) return;
  const { profile_id: profileId } = delivery;
  const [settingsOf, locale, unread, senderOf] = await Promise.all([
    loadSettings(ctx.db, [profileId]),
    localeOf(ctx, profileId),
    countUnread(ctx.db, profileId),
    sendersOf(services, [delivery]),
  ]);
  if (locale === null) return;
  const { details } = settingsOf(profileId);
  await sendToAll(
    ctx,
    push,
    profileId,
    pushOf(delivery, senderOf(delivery), { details, unread, locale }),
  );
};

/** The job at the end of quiet hours: one message for all that is unread. */
export const pushAfterQuiet = async (
  ctx: Ctx,
  push: WebPush,
  profileId: ProfileId,
): Promise<void> => {
  const [settingsOf, locale, unread] = await Promise.all([
    loadSettings(ctx.db, [profileId]),
    localeOf(ctx, profileId),
    countUnread(ctx.db, profileId),
  ]);
  // The person may have made the quiet hours longer since.
  if (locale === null || unread === 0 || quietUntil(settingsOf(profileId), ctx.clock.now())) return;
  await sendToAll(ctx, push, profileId, discreetPush(unread, locale));
};
