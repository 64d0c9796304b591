// By which channels a person gets which group of notifications. Without schemas, because the
// browser reads it, too.
import { NOTIFICATION_GROUPS, type NotificationGroup } from './kinds.ts';

/** `digest`: one email a day with all that is still unread. */
export const EMAIL_TIMES = ['now', 'digest', 'off'] as const;
export type EmailTime = (typeof EMAIL_TIMES)[number];

export type GroupChannels = { inApp: boolean; email: EmailTime; push: boolean };

/** What holds until a person chooses. Push needs a device that was allowed to show them. */
export const DEFAULT_CHANNELS: Record<NotificationGroup, GroupChannels> = {
  sales: { inApp: true, email: 'now', push: true },
  messages: { inApp: true, email: 'digest', push: true },
  payouts: { inApp: true, email: 'now', push: true },
  comments: { inApp: true, email: 'digest', push: true },
  audience: { inApp: true, email: 'off', push: false },
  newPosts: { inApp: true, email: 'digest', push: true },
  // What a fan must know of a subscription is emailed by the subscription itself.
  subscriptions: { inApp: true, email: 'off', push: true },
  wallet: { inApp: true, email: 'off', push: true },
  studio: { inApp: true, email: 'off', push: false },
};

/** Groups whose emails are a duty, so that no choice is offered. */
export const EMAILED_ANYWAY: readonly NotificationGroup[] = ['subscriptions'];

/** One a day, sent at this hour of the person's time zone. */
export const DIGEST_HOUR = 9;
export const PUSH_DEVICES_MAX = 10;

/** What an address to end emails is about: one group, or the daily digest. */
export const UNSUBSCRIBE_TOPICS = [...NOTIFICATION_GROUPS, 'digest'] as const;
export type UnsubscribeTopic = (typeof UNSUBSCRIBE_TOPICS)[number];
