// What the composition root may use of chats.
import { defineFeature } from '../../feature.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { exportChatsOf } from './export-store.ts';
import { chatsHandlers } from './routes.ts';
import { deleteChatsOf, hasUnreadChats } from './store.ts';

declare module '../../feature.ts' {
  interface Services {
    /** Whether a message of a conversation of theirs is unread. */
    hasUnreadChats: (viewer: Viewer) => Promise<boolean>;
  }
}

/** Conversations of two profiles. */
export const chats = defineFeature({
  name: 'chats',
  services: ({ db }) => ({ hasUnreadChats: (viewer) => hasUnreadChats(db, viewer) }),
  handlers: chatsHandlers,
  erasers: [({ db }, profileId) => deleteChatsOf(db, profileId)],
  exporters: [exportChatsOf],
});
