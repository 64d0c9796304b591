// Where a notification leads: the path of the page that shows what happened.
import type { NotificationType } from '@camarim/contract/features/notifications';
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { postPath } from '@camarim/contract/post-path';
import { answerPath, type ShowType } from '@camarim/contract/shows';

/** What the path depends on. The names are those of addresses. */
export type LinkTarget = {
  type: NotificationType;
  /** The profile that caused it; null when it has no page, or is gone. */
  from: string | null;
  fromId: ProfileId | null;
  postId: PostId | null;
  /** The profile that published the post; null without a post, or when it is deleted. */
  postOwner: string | null;
};

type LinkOption = 'post' | 'from' | 'live' | `call${ShowType}` | `/${string}`;

/** The first target that exists is used. */
const LINKS: Record<NotificationType, readonly LinkOption[]> = {
  tip: ['/earnings'],
  purchase: ['post', '/earnings'],
  collection: ['/collections'],
  message: ['/chats'],
  paidMessage: ['/chats'],
  order: ['/orders'],
  show: ['/live/receipts?as=producer'],
  partyCall: ['call2'],
  privateCall: ['call3'],
  orderAccepted: ['/orders'],
  orderDisputed: ['/orders'],
  orderUnpaid: ['/orders'],
  orderDelivered: ['/orders'],
  orderReturned: ['/orders'],
  consentRefunded: ['/wallet'],
  consentReturned: ['/settings/performers'],
  orderKept: ['/orders'],
  subscription: ['from', '/earnings'],
  goalReached: ['/earnings'],
  cashOutPaid: ['/bank'],
  cashOutReturned: ['/bank'],
  comment: ['post'],
  reply: ['post'],
  mention: ['post'],
  follow: ['from'],
  like: ['post', 'from'],
  trialStarted: ['from'],
  postPublished: ['post'],
  liveStarted: ['live'],
  liveDecided: ['/live'],
  renewed: ['/settings/subscriptions'],
  renewalSoon: ['/settings/subscriptions'],
  trialEnding: ['/settings/subscriptions'],
  promotionEnding: ['/settings/subscriptions'],
  renewalFailed: ['/settings/subscriptions'],
  subscriptionEnded: ['/settings/subscriptions'],
  priceRose: ['/settings/subscriptions'],
  planEnded: ['/settings/subscriptions'],
  topUp: ['/wallet'],
  topUpReview: ['/wallet'],
  topUpHeld: ['/wallet'],
  topUpReleased: ['/wallet'],
  topUpReturned: ['/wallet'],
  topUpContested: ['/wallet'],
  topUpContestedDebt: ['/wallet'],
  topUpGivenBack: ['/wallet'],
  topUpGivenBackDebt: ['/wallet'],
  postProcessed: ['post'],
  postFailed: ['post'],
  contentRemoved: ['/help'],
  aiLabelDecided: ['/help'],
  reportDecided: ['/help'],
  appealAnswered: ['/help'],
};

/** Null when what it leads to is gone. */
export const pathOf = ({ type, from, fromId, postId, postOwner }: LinkTarget): string | null => {
  for (const place of LINKS[type]) {
    if (place === 'post') {
      if (postId !== null && postOwner !== null) return postPath(postOwner, postId);
    } else if (place === 'live') {
      if (from !== null) return `/${from}/live`;
    } else if (place === 'call2' || place === 'call3') {
      if (fromId !== null) return answerPath(fromId, place === 'call2' ? '2' : '3');
    } else if (place === 'from') {
      if (from !== null) return `/${from}`;
    } else return place;
  }
  return null;
};
