// Types of notifications: the group by which the page filters and a person chooses channels, and
// the flag of the session that an unread one raises. Without schemas, because the browser reads it,
// too.
import type { SALE_NOTIFICATIONS } from '../../sales.ts';

/** In the order of the page's filters. */
export const NOTIFICATION_GROUPS = [
  'sales',
  'messages',
  'payouts',
  'comments',
  'audience',
  'newPosts',
  'subscriptions',
  'wallet',
  'studio',
] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

/** Source: specification section 3, notification flags. `chat` is raised by unread messages. */
export type NotificationFlag = 'earning' | 'walletIn' | 'walletOut';

type Kind = readonly [group: NotificationGroup, flag?: NotificationFlag];

/** Type -> group, and the flag of those that tell of moved money. */
const NOTIFICATION_KINDS = {
  tip: ['sales', 'earning'],
  purchase: ['sales', 'earning'],
  collection: ['sales', 'earning'],
  message: ['messages'],
  paidMessage: ['sales', 'earning'],
  order: ['sales', 'earning'],
  show: ['sales', 'earning'],
  partyCall: ['sales'],
  privateCall: ['sales'],
  orderAccepted: ['sales'],
  orderDisputed: ['sales'],
  orderUnpaid: ['sales'],
  orderDelivered: ['messages'],
  orderReturned: ['wallet', 'walletIn'],
  orderKept: ['wallet'],
  consentRefunded: ['wallet', 'walletIn'],
  consentReturned: ['sales', 'walletOut'],
  subscription: ['sales', 'earning'],
  goalReached: ['sales'],
  cashOutPaid: ['payouts', 'walletOut'],
  cashOutReturned: ['payouts', 'walletIn'],
  comment: ['comments'],
  reply: ['comments'],
  mention: ['comments'],
  follow: ['audience'],
  like: ['audience'],
  trialStarted: ['audience'],
  postPublished: ['newPosts'],
  liveStarted: ['newPosts'],
  liveDecided: ['studio'],
  renewed: ['subscriptions', 'walletOut'],
  renewalSoon: ['subscriptions'],
  trialEnding: ['subscriptions'],
  promotionEnding: ['subscriptions'],
  renewalFailed: ['subscriptions'],
  subscriptionEnded: ['subscriptions'],
  priceRose: ['subscriptions'],
  planEnded: ['subscriptions'],
  topUp: ['wallet', 'walletIn'],
  topUpReview: ['wallet'],
  topUpHeld: ['wallet'],
  topUpReleased: ['wallet', 'walletIn'],
  topUpReturned: ['wallet'],
  topUpContested: ['wallet', 'walletOut'],
  topUpContestedDebt: ['wallet', 'walletOut'],
  topUpGivenBack: ['wallet', 'walletOut'],
  topUpGivenBackDebt: ['wallet', 'walletOut'],
  postProcessed: ['studio'],
  postFailed: ['studio'],
  contentRemoved: ['studio'],
  aiLabelDecided: ['studio'],
  reportDecided: ['studio'],
  appealAnswered: ['studio'],
} as const satisfies Record<(typeof SALE_NOTIFICATIONS)[number], Kind> & Record<string, Kind>;

export type NotificationType = keyof typeof NOTIFICATION_KINDS;

export const NOTIFICATION_TYPES = Object.keys(NOTIFICATION_KINDS) as [
  NotificationType,
  ...NotificationType[],
];

export const groupOf = (type: NotificationType): NotificationGroup => NOTIFICATION_KINDS[type][0];

export const typesOfGroup = (group: NotificationGroup): NotificationType[] =>
  NOTIFICATION_TYPES.filter((type) => groupOf(type) === group);

export const typesOfFlag = (flag: NotificationFlag): NotificationType[] =>
  NOTIFICATION_TYPES.filter((type) => {
    const [, raised]: Kind = NOTIFICATION_KINDS[type];
    return raised === flag;
  });
