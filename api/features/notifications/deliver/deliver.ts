// Distributes new notifications to email and Web Push, in batches: what a batch sends is enqueued in
// the transaction that takes it.
import type { UnsubscribeTopic } from '@camarim/contract/features/notifications/channels';
import { groupOf } from '@camarim/contract/features/notifications/kinds';
import type { ProfileId } from '@camarim/contract/ids';
import { formatBrl } from '@camarim/contract/money';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import type { Contact } from '../../accounts/index.ts';
import { loadSettings } from '../settings/store.ts';
import { unsubscribeCode } from '../settings/unsubscribe.ts';
import { emailOf, pathOfDelivery, type Sender, sentenceOf } from './compose.ts';
import { enqueuePushes } from '../push/enqueue.ts';
import { channelsOf, nextDigestAt, quietUntil } from './rules.ts';
import { type Delivery, setDigestAt, takePending } from './store.ts';

const BATCH = 200;

type Summarise = Pick<Services, 'summarise'>;

/** The profiles that caused them, without those that are hidden from the person now. */
export const sendersOf = async (
  { summarise }: Summarise,
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

const sendEmail = async (
  ctx: Ctx,
  tx: Transaction,
  delivery: Delivery,
  from: Sender,
  { email: to, name, locale }: Contact,
): Promise<void> => {
  const group = groupOf(delivery.type);
  await ctx.mail.send(tx, {
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
      unsubscribe: await unsubscribeAddress(ctx, delivery.profile_id, group),
    },
  });
};

/** One batch; returns whether more may wait. */
const deliverBatch = (ctx: Ctx, services: Summarise, size: number): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const taken = await takePending(tx, size, now);
    const news = taken.filter(({ hidden, read }) => !hidden && !read);
    const people = [...new Set(news.map(({ profile_id: id }) => id))];
    const [settingsOf, contacts, senderOf] = await Promise.all([
      loadSettings(tx, people),
      ctx.accounts.confirmedContactsOf(tx, people),
      sendersOf(services, news),
    ]);
    const digests: { id: Delivery['id']; at: Date }[] = [];
    for (const one of news) {
      const settings = settingsOf(one.profile_id);
      const { email, push } = channelsOf(settings, groupOf(one.type));
      const contact = contacts.get(one.profile_id);
      if (contact && email === 'now') await sendEmail(ctx, tx, one, senderOf(one), contact);
      if (contact && email === 'digest')
        digests.push({ id: one.id, at: nextDigestAt(now, settings.timeZone) });
      if (!push || one.devices.length === 0) continue;
      const { profile_id: profileId } = one;
      const startAfter = quietUntil(settings, now);
      if (startAfter === null) await enqueuePushes(ctx, tx, { ...one, profileId });
      else
        await ctx.jobs.enqueue(tx, 'notifications.pushAfterQuiet', { profileId }, { startAfter });
    }
    await setDigestAt(tx, digests);
    return taken.length === size;
  });

/** Distributes what waits until none is left or `signal` is aborted; the next run continues. */
export const deliverPending = async (
  ctx: Ctx,
  services: Summarise,
  signal: AbortSignal,
  size = BATCH,
): Promise<void> => {
  while (!signal.aborted && (await deliverBatch(ctx, services, size)));
};
