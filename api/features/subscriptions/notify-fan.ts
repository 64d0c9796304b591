// Notifications to fans about their subscriptions: always in the list, and by email where money or
// access is at stake.
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, formatBrl } from '@camarim/contract/money';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { drainDue } from '../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../context.ts';
import { dayText } from '../../platform/text/day.ts';
import { notify } from '../notifications/index.ts';
import { summarise } from '../profiles/index.ts';
import { planOf } from '../tiers/index.ts';
import type { SubscriptionEmails } from './declarations.ts';
import {
  afterAnnouncement,
  costsMore,
  isFirstFull,
  isLastOfPromotion,
  nextMonthPrice,
  onTrial,
  reminderInstant,
} from './rules.ts';
import {
  type SubscriptionRow,
  listReminders,
  REMIND_JOB,
  renewingBelow,
  takeReminder,
  updateSubscription,
} from './store.ts';

export type SubscriptionNotice =
  | 'renewalSoon'
  | 'trialEnding'
  | 'promotionEnding'
  | 'renewalFailed'
  | 'subscriptionEnded'
  | 'priceRose';

const BATCH = 100;

type NoticeDetails = {
  /** What the next month costs by the plan's present price. */
  price?: Centavos;
  /** The default card must not be charged again. */
  cardRefused?: boolean;
};

/** A fan with a mandate and a fan whose card was refused for good get different texts. */
const emailOf = (
  news: SubscriptionNotice,
  { mandateId }: SubscriptionRow,
  cardRefused: boolean,
) => {
  if (news === 'renewalFailed' && cardRefused) return 'renewalFailedCard';
  return mandateId !== null &&
    (news === 'renewalSoon' || news === 'promotionEnding' || news === 'renewalFailed')
    ? (`${news}Pix` as const)
    : news;
};

/** Notifies one fan; the email leaves when the caller's transaction commits. */
export const notifyFan = async (
  ctx: Ctx,
  tx: Transaction,
  news: SubscriptionNotice,
  subscription: SubscriptionRow,
  {
    price = nextMonthPrice(subscription, subscription.price),
    cardRefused = false,
  }: NoticeDetails = {},
): Promise<void> => {
  const { fanId, producerId } = subscription;
  await notify(ctx, tx, {
    profileId: fanId,
    type: news,
    fromProfileId: producerId,
    amount: price,
  });
  await emailFan(ctx, tx, emailOf(news, subscription, cardRefused), subscription, price);
};

/** Emails a fan about their subscription; `price` is what the next month costs. */
export const emailFan = async (
  ctx: Ctx,
  tx: Transaction,
  template: keyof SubscriptionEmails,
  subscription: SubscriptionRow,
  price: Centavos,
): Promise<void> => {
  const { fanId, producerId, paidUntil } = subscription;
  const [contact, producers] = await Promise.all([
    ctx.accounts.contactOf(tx, fanId),
    summarise(ctx, [producerId]),
  ]);
  const producer = producers.get(producerId);
  if (!contact || !producer) return;
  const { locale, name, email } = contact;
  const params = {
    name,
    producer: producer.exibitionName,
    amount: formatBrl(price, locale),
    before: formatBrl(
      template === 'promotionEnding' || template === 'promotionEndingPix'
        ? (subscription.promotionPrice ?? subscription.price)
        : subscription.price,
      locale,
    ),
    when: dayText(paidUntil, locale),
    link: `${ctx.config.publicUrl}/settings/subscriptions`,
  };
  await ctx.mail.send(tx, {
    to: email,
    template,
    locale,
    params,
  });
};

/**
 * Reminds of renewals that are three days away, and of the first one after a promotion seven days
 * ahead; with the new price when it rose.
 */
export const remindDue = async (ctx: Ctx, signal?: AbortSignal): Promise<void> => {
  await drainDue(
    ctx,
    {
      job: REMIND_JOB,
      batch: BATCH,
      take: (now) => listReminders(ctx.db, now, BATCH),
      idOf: ({ id }) => id,
      signal,
    },
    ({ id }) => remindOne(ctx, id),
  );
};

/**
 * Announces the first month at the full price, once; the charge follows a day later at the
 * earliest, which matters when the jobs did not run for days. A charge that a bank was sent is left
 * as it is.
 */
export const announceFirstFull = async (
  ctx: Ctx,
  tx: Transaction,
  row: SubscriptionRow,
  price: Centavos,
): Promise<void> => {
  const earliest = afterAnnouncement(ctx.clock.now());
  const isLate = row.renewAt !== null && row.renewAt < earliest && row.mandateChargeId === null;
  await updateSubscription(tx, row.id, { remindAt: null, ...(isLate && { renewAt: earliest }) });
  const paidUntil = isLate && earliest > row.paidUntil ? earliest : row.paidUntil;
  await notifyFan(ctx, tx, 'promotionEnding', { ...row, paidUntil }, { price });
};

const reminderOf = (row: SubscriptionRow, planPrice: Centavos, now: Date): SubscriptionNotice => {
  if (costsMore(row, planPrice)) return 'priceRose';
  if (isFirstFull(row, planPrice)) return 'promotionEnding';
  return onTrial(row, now) ? 'trialEnding' : 'renewalSoon';
};

/** Returns false when another process has taken the reminder. */
const remindOne = (ctx: Ctx, id: SubscriptionRow['id']): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const row = await takeReminder(tx, id, ctx.clock.now());
    if (!row) return false;
    const plan = await planOf(ctx, row.producerId, null);
    const planPrice = plan ? (plan.basePrice.price as Centavos) : row.price;
    const now = ctx.clock.now();
    const news = reminderOf(row, planPrice, now);
    // No rise follows this promotion: the ordinary reminder has its own day.
    const later =
      news === 'renewalSoon' && isLastOfPromotion(row) ? reminderInstant(row.paidUntil, now) : null;
    if (later) {
      await updateSubscription(tx, row.id, { remindAt: later });
      return true;
    }
    if (news === 'promotionEnding') {
      await announceFirstFull(ctx, tx, row, planPrice);
      return true;
    }
    await notifyFan(ctx, tx, news, row, {
      price: nextMonthPrice(row, planPrice),
    });
    return true;
  });

/**
 * Notifies fans who renew at less than the plan's present price. Unread notifications are merged,
 * so it may run twice.
 */
export const notifyPriceRise = async (ctx: Ctx, producerId: ProfileId): Promise<void> => {
  const plan = await planOf(ctx, producerId, null);
  if (!plan) return;
  const price = plan.basePrice.price as Centavos;
  let after: SubscriptionRow['id'] | null = null;
  for (;;) {
    const rows: SubscriptionRow[] = await renewingBelow(ctx.db, producerId, price, after, BATCH);
    await transaction(ctx.db, async (tx) => {
      for (const row of rows) await notifyFan(ctx, tx, 'priceRose', row, { price });
    });
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return;
  }
};

/** Notifies that a plan was closed: without email, because nothing is charged any more. */
export const notifyPlanEnd = async (
  ctx: Ctx,
  { producerId, fanIds }: { producerId: ProfileId; fanIds: readonly ProfileId[] },
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    for (const fanId of fanIds)
      await notify(ctx, tx, {
        profileId: fanId,
        type: 'planEnded',
        fromProfileId: producerId,
      });
  });
};
