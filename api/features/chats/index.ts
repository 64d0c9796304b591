// What the composition root may use of chats.
import { defineFeature } from '../../feature.ts';
import { exportChatsOf } from './export-store.ts';
import { chatsHandlers } from './routes.ts';
import { deleteChatsOf } from './store.ts';

/** Conversations of two profiles. */
export const chats = defineFeature({
  name: 'chats',
  handlers: chatsHandlers,
  erasers: [({ db }, profileId) => deleteChatsOf(db, profileId)],
  exporters: [exportChatsOf],
});
