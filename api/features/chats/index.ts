// What the composition root may use of chats.
import { defineFeature } from '../../feature.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { createReviewableAutomations } from './automations/reviewable-automations.ts';
import { createReviewableBroadcasts } from './broadcasts/reviewable-broadcasts.ts';
import { defineBroadcastJobs } from './broadcasts/jobs.ts';
import { revokeContentPurchases } from './contents-store.ts';
import { defineAutomationsJobs } from './automations/jobs.ts';
import { texts } from './declarations.ts';
import { exportChatsOf } from './export-store.ts';
import { mediaAccess } from './media-access.ts';
import { chatsHandlers } from './routes.ts';
import { deleteKeptMessages } from './erase-store.ts';
import { eraseChatsOf } from './erase.ts';
import { hasUnreadChats } from './store.ts';
import { announcePerformer } from './withheld/withhold.ts';

export { boughtAnyMessage, boughtMessage, listPeople, mayBeWrittenTo } from './fans-store.ts';
export { deliverOrder, postOrderStep, takeBackDelivery } from './order-steps.ts';
export { canWriteTo, refuseBlockedWords } from './policy.ts';
export { hasBlockedWord } from './rules.ts';
export type { PairForWriting } from './policy.ts';

export { beginChat } from './send-message.ts';
export { removeMessage } from './change-message.ts';
export {
  isBoughtInMessages,
  isNeededInMessages,
  salesOfContent,
  unsentAt,
} from './contents-store.ts';
export { blankUnsentOf } from './messages-store.ts';
export { announceMedia, announceMessages } from './withheld/withhold.ts';

declare module '../../feature.ts' {
  interface Services {
    /** Whether a message of a conversation of theirs is unread. */
    hasUnreadChats: (viewer: Viewer) => Promise<boolean>;
  }
}

/** Conversations of two profiles. */
export const chats = defineFeature({
  name: 'chats',
  texts,
  services: (ctx) => ({
    hasUnreadChats: (viewer) => hasUnreadChats(ctx.db, viewer),
    announcePerformer: (tx, performerId) => announcePerformer(ctx, tx, performerId),
  }),
  reviewableContent: (ctx) => ({
    broadcast: createReviewableBroadcasts(ctx),
    automation: createReviewableAutomations(ctx),
  }),
  handlers: chatsHandlers,
  jobs: (ctx, services) => {
    defineAutomationsJobs(ctx, services);
    defineBroadcastJobs(ctx, services);
  },
  mediaAccess: [mediaAccess],
  revokers: {
    // What was written stays written.
    message: async () => {},
    paidMessage: async ({ outbox }, tx, transferIds) => {
      const revoked = await revokeContentPurchases(tx, transferIds);
      if (revoked.length === 0) return;
      await deleteKeptMessages(tx, revoked);
      await outbox.changeAccess(tx, { viewers: revoked.map(({ buyerId }) => buyerId) });
    },
  },
  personalData: [
    {
      text: 'data.messages',
      tables: [
        'chat_members',
        'messages',
        'message_reactions',
        'chat_options',
        'saved_replies',
        'automations',
        'automatic_messages',
        'message_purchases',
      ],
      ground: 'contract',
      removal: 'erased',
      by: [eraseChatsOf],
    },
    {
      text: 'data.contents',
      tables: ['message_contents', 'broadcasts'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseChatsOf],
    },
  ],
  exporters: [exportChatsOf],
});
