// Distributes new notifications to email and Web Push, in batches: what a batch sends is enqueued
// in the transaction that takes it.
import type { UnsubscribeTopic } from '@camarim/contract/features/notifications/channels';
import { groupOf } from '@camarim/contract/features/notifications/kinds';
import type { DeviceId, NotificationId, ProfileId } from '@camarim/contract/ids';
import { formatBrl } from '@camarim/contract/money';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { postpone } from '../../../platform/failing-items/drain-due.ts';
import type { Email } from '../../../platform/mail/port.ts';
import type { Contact } from '../../accounts/index.ts';
import { loadSettings } from '../settings/store.ts';
import { unsubscribeCode } from '../settings/unsubscribe.ts';
import { emailOf, pathOfDelivery, type Sender, sentenceOf } from './compose.ts';
import { channelsOf, nextDigestAt, quietUntil, type Settings } from './rules.ts';
import { type Delivery, DELIVER_JOB, putBack, setDigestAt, takePending } from './store.ts';
import { withoutHidden } from './visible.ts';

const BATCH = 200;

type RequiredServices = Pick<Services, 'summarise' | 'hiddenAtHome'>;

/** The profiles that caused them, without those that are hidden from the person now. */
export const sendersOf = async (
  { summarise }: Pick<Services, 'summarise'>,
  deliveries: readonly Delivery[],
): Promise<(delivery: Delivery) => Sender> => {
  const known = await summarise([
    ...new Set(deliveries.flatMap((one) => one.from_profile_id ?? [])),
  ]);
  return (delivery) =>
    delivery.from_profile_id === null ? null : (known.get(delivery.from_profile_id) ?? null);
};

/** The page behind the link below the text; email programs post to it (RFC 8058). */
export const unsubscribeAddress = async (
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  profileId: ProfileId,
  topic: UnsubscribeTopic,
): Promise<string> =>
  `${config.publicUrl}/account/unsubscribe?code=${await unsubscribeCode(db, profileId, topic)}`;

const emailTo = async (
  ctx: Ctx,
  delivery: Delivery,
  from: Sender,
  { email: to, name, locale }: Contact,
): Promise<Email> => ({
  to,
  locale,
  template: emailOf(delivery.type),
  params: {
    name,
    from: from?.exibitionName ?? '',
    amount: delivery.amount_centavos === null ? '' : formatBrl(delivery.amount_centavos, locale),
    message: sentenceOf(delivery, from, locale),
    quote: delivery.text === null ? '' : `\n\n“${delivery.text}”`,
    link: ctx.config.publicUrl + pathOfDelivery(delivery, from),
    unsubscribe: await unsubscribeAddress(ctx, delivery.profile_id, groupOf(delivery.type)),
  },
});

/** `notificationId` is null for one that stands for all that is unread. */
export type PushJob = {
  profileId: ProfileId;
  deviceId: DeviceId;
  notificationId: NotificationId | null;
};

/** What leaves for one notification, and for a batch of them. */
type OutgoingNotice = {
  emails: Email[];
  digests: { id: Delivery['id']; at: Date }[];
  pushes: PushJob[];
  quiet: { profileId: ProfileId; startAfter: Date }[];
};

type People = {
  settingsOf: (id: ProfileId) => Settings;
  contacts: ReadonlyMap<ProfileId, Contact>;
  senderOf: (delivery: Delivery) => Sender;
  now: Date;
};

const compose = async (
  ctx: Ctx,
  { settingsOf, contacts, senderOf, now }: People,
  one: Delivery,
): Promise<OutgoingNotice> => {
  const { id, profile_id: profileId, devices } = one;
  const settings = settingsOf(profileId);
  const { email, push } = channelsOf(settings, groupOf(one.type));
  const contact = contacts.get(profileId);
  const startAfter = push && devices.length > 0 ? quietUntil(settings, now) : null;
  return {
    emails: contact && email === 'now' ? [await emailTo(ctx, one, senderOf(one), contact)] : [],
    digests:
      contact && email === 'digest' ? [{ id, at: nextDigestAt(now, settings.timeZone) }] : [],
    pushes:
      push && startAfter === null
        ? devices.map((deviceId) => ({ profileId, deviceId, notificationId: id }))
        : [],
    quiet: startAfter === null ? [] : [{ profileId, startAfter }],
  };
};

const send = async (
  ctx: Ctx,
  tx: Transaction,
  composed: readonly OutgoingNotice[],
): Promise<void> => {
  await ctx.mail.sendMany(
    tx,
    composed.flatMap(({ emails }) => emails),
  );
  await setDigestAt(
    tx,
    composed.flatMap(({ digests }) => digests),
  );
  await ctx.jobs.enqueueMany(
    tx,
    'notifications.push',
    composed.flatMap(({ pushes }) => pushes),
  );
  const quiet = new Map(
    composed.flatMap((one) =>
      one.quiet.map(({ profileId, startAfter }) => [profileId, startAfter]),
    ),
  );
  for (const [profileId, startAfter] of quiet)
    await ctx.jobs.enqueue(tx, 'notifications.pushAfterQuiet', { profileId }, { startAfter });
};

type Failure = { id: Delivery['id']; error: unknown };

/** One batch; returns whether more may wait. A notification that can't be composed waits again. */
const deliverBatch = async (
  ctx: Ctx,
  services: RequiredServices,
  size: number,
): Promise<boolean> => {
  const failures: Failure[] = [];
  const more = await transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const taken = await takePending(tx, size, now);
    const news = await withoutHidden(
      services,
      taken.filter(({ read }) => !read),
    );
    const ids = [...new Set(news.map(({ profile_id: id }) => id))];
    const [settingsOf, contacts, senderOf] = await Promise.all([
      loadSettings(tx, ids),
      ctx.accounts.confirmedContactsOf(tx, ids),
      sendersOf(services, news),
    ]);
    const composed: OutgoingNotice[] = [];
    for (const one of news) {
      try {
        composed.push(await compose(ctx, { settingsOf, contacts, senderOf, now }, one));
      } catch (error) {
        failures.push({ id: one.id, error });
      }
    }
    await send(ctx, tx, composed);
    await putBack(
      tx,
      failures.map(({ id }) => id),
    );
    return taken.length === size;
  });
  for (const { id, error } of failures) await postpone(ctx, DELIVER_JOB, id, error);
  return more;
};

/** Distributes what waits until none is left or `signal` is aborted; the next run continues. */
export const deliverPending = async (
  ctx: Ctx,
  services: RequiredServices,
  signal: AbortSignal,
  size = BATCH,
): Promise<void> => {
  while (!signal.aborted && (await deliverBatch(ctx, services, size)));
};
