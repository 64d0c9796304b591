// Sends Web Push to a person's browsers, and forgets those that ended their subscription.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import type { PushAddress, WebPush } from '../../../platform/push/web-push.ts';
import { discreetPush, pushOf, type PushPayload } from '../deliver/compose.ts';
import { type PushJob, sendersOf } from '../deliver/deliver.ts';
import { quietUntil } from '../deliver/rules.ts';
import { listDevices, loadDelivery } from '../deliver/store.ts';
import { withoutHidden } from '../deliver/visible.ts';
import { loadSettings } from '../settings/store.ts';
import { countUnread } from '../store.ts';
import { sealContextOf } from './devices.ts';
import { enqueuePushes } from './enqueue.ts';
import { deleteDevice } from './store.ts';

type RequiredServices = Pick<Services, 'summarise' | 'hiddenAtHome' | 'homePlaceOf'>;

/** Null when there is nothing to say any more. */
const composePush = async (
  ctx: Ctx,
  services: RequiredServices,
  { profileId, notificationId }: PushJob,
): Promise<PushPayload | null> => {
  const [contact, unread] = await Promise.all([
    ctx.accounts.contactOf(ctx.db, profileId),
    services.homePlaceOf(profileId).then((place) => countUnread(ctx.db, { profileId, place })),
  ]);
  if (!contact) return null;
  const { locale } = contact;
  if (notificationId === null) return unread > 0 ? discreetPush(unread, locale) : null;
  const delivery = await loadDelivery(ctx.db, notificationId, ctx.clock.now());
  if (!delivery || delivery.read) return null;
  if ((await withoutHidden(services, [delivery])).length === 0) return null;
  const [settingsOf, senderOf] = await Promise.all([
    loadSettings(ctx.db, [profileId]),
    sendersOf(services, [delivery]),
  ]);
  const { details } = settingsOf(profileId);
  return pushOf(delivery, senderOf(delivery), { details, unread, locale });
};

/** The job of one browser. Throws when its push service gives no answer, so that it is repeated. */
export const pushToDevice = async (
  ctx: Ctx,
  services: RequiredServices,
  push: WebPush,
  job: PushJob,
): Promise<void> => {
  const { db, clock, seal, log } = ctx;
  const { profileId, deviceId } = job;
  // It may have gone over to another person or session since.
  const devices = await listDevices(db, profileId, clock.now());
  const device = devices.find(({ id }) => id === deviceId);
  const payload = device && (await composePush(ctx, services, job));
  if (!device || !payload) return;
  const address = seal.open<PushAddress>(sealContextOf(deviceId), device.sealed);
  const result = await push.send(address, {
    payload: JSON.stringify(payload),
    // Of the ones that stand for all that is unread only the last is of use.
    ...(payload.tag === 'unread' && { topic: 'unread' }),
  });
  if (result === 'gone') await deleteDevice(db, profileId, deviceId);
  if (result === 'refused') log.warn({ deviceId }, 'a push service refused a message');
};

/** The job at the end of quiet hours: one message for all that is unread. */
export const pushAfterQuiet = async (ctx: Ctx, profileId: ProfileId): Promise<void> => {
  const { db, clock, jobs } = ctx;
  const now = clock.now();
  const settings = (await loadSettings(db, [profileId]))(profileId);
  const startAfter = quietUntil(settings, now);
  await transaction(db, async (tx) => {
    if (startAfter === null) {
      const devices = (await listDevices(tx, profileId, now)).map(({ id }) => id);
      return enqueuePushes(ctx, tx, { profileId, devices, id: null });
    }
    // The person made the quiet hours longer. This job holds the key of the next one.
    await jobs.withdraw(tx, 'notifications.pushAfterQuiet', { profileId });
    await jobs.enqueue(tx, 'notifications.pushAfterQuiet', { profileId }, { startAfter });
  });
};
