// Names of the groups of notifications, and which of them a person can get.
import {
  NOTIFICATION_GROUPS,
  type NotificationGroup,
} from '@camarim/contract/features/notifications/kinds';
import { m } from '../../paraglide/messages.js';
import type { User } from '../../client/session/session.ts';

export const GROUP_TEXTS: Record<NotificationGroup, () => string> = {
  sales: m.notification_group_sales,
  messages: m.notification_group_messages,
  payouts: m.notification_group_payouts,
  comments: m.notification_group_comments,
  audience: m.notification_group_audience,
  newPosts: m.notification_group_new_posts,
  subscriptions: m.notification_group_subscriptions,
  wallet: m.notification_group_wallet,
  studio: m.notification_group_studio,
};

const OF_CREATORS: readonly NotificationGroup[] = ['sales', 'payouts', 'studio'];

/** Creators buy and follow, too; who never was one gets nothing of the studio. */
export const groupsFor = (user: User | null): readonly NotificationGroup[] =>
  user?.profile.producer || user?.profile.producerStage === 'suspended'
    ? NOTIFICATION_GROUPS
    : NOTIFICATION_GROUPS.filter((group) => !OF_CREATORS.includes(group));
