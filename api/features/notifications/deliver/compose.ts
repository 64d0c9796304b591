// What a notification says in an email and on a locked screen.
import type { NotificationGroup } from '@camarim/contract/features/notifications/kinds';
import { groupOf } from '@camarim/contract/features/notifications/kinds';
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { Locale } from '@camarim/contract/limits';
import { formatBrl } from '@camarim/contract/money';
import type { EmailName } from '../../../platform/mail/email-templates.ts';
import { text } from '../../../platform/text/text.ts';
import { pathOf } from '../link.ts';
import type { Delivery } from './store.ts';

/** The person who caused it, as far as it is shown. */
export type Sender = { exibitionName: string; domainName: string; producer: boolean } | null;

export type NoticeEmail = Extract<EmailName, `notice${string}`>;

const OF_TYPE: Partial<Record<NotificationType, NoticeEmail>> = {
  tip: 'noticeTip',
  purchase: 'noticeSale',
  subscription: 'noticeSubscriber',
  liveStarted: 'noticeOther',
};
const OF_GROUP: Partial<Record<NotificationGroup, NoticeEmail>> = {
  comments: 'noticeComment',
  newPosts: 'noticePost',
  payouts: 'noticePayout',
};

export const emailOf = (type: NotificationType): NoticeEmail =>
  OF_TYPE[type] ?? OF_GROUP[groupOf(type)] ?? 'noticeOther';

/** The sentence of the page. */
export const sentenceOf = (delivery: Delivery, from: Sender, locale: Locale): string =>
  text(locale, `notification.${delivery.type}`, {
    name: from?.exibitionName,
    amount:
      delivery.amount_centavos === null ? undefined : formatBrl(delivery.amount_centavos, locale),
  });

export const pathOfDelivery = (delivery: Delivery, from: Sender): string =>
  pathOf({
    type: delivery.type,
    from: from?.producer ? from.domainName : null,
    fromId: delivery.from_profile_id,
    postId: delivery.post_id,
    postOwner: delivery.post_owner,
  }) ?? '/notifications';

/** What the service worker shows (web/public/sw.js). */
export type PushPayload = {
  title: string;
  body: string;
  path: string;
  /** Equal ones replace each other. */
  tag: string;
  unread: number;
};

/** Without details a locked screen shows neither names nor amounts nor what the site is about. */
export const pushOf = (
  delivery: Delivery,
  from: Sender,
  { details, unread, locale }: { details: boolean; unread: number; locale: Locale },
): PushPayload =>
  details
    ? {
        title: sentenceOf(delivery, from, locale),
        body: delivery.text ?? '',
        path: pathOfDelivery(delivery, from),
        tag: delivery.id,
        unread,
      }
    : discreetPush(unread, locale);

/** One that stands for all that is unread. */
export const discreetPush = (unread: number, locale: Locale): PushPayload => ({
  title: unread > 1 ? text(locale, 'push.many', { count: unread }) : text(locale, 'push.one'),
  body: '',
  path: '/notifications',
  tag: 'unread',
  unread,
});
