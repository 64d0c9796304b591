// What the events of conversations do on the screen.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { playSound, SHOW_DINGS } from '../../client/sounds/audible.ts';
import { chatKeys } from './keys.ts';
import { refreshLists, refreshMessage, refreshConversation } from './refresh.ts';
import { setSeen } from './seen.ts';
import { startTyping, stopTyping } from './typing.ts';

export const realtime: FeatureRealtime = (client) => ({
  notifications: ({ data }) => {
    if (data.field !== 'chats') return;
    invalidate(client, chatKeys.all);
    setSeen(false);
    playSound('message');
  },
  chats: ({ data: { id, messageId, typing } }) => {
    if (typing) return startTyping(id);
    if (messageId !== undefined) void refreshMessage(client, messageId);
    refreshConversation(client, id);
    refreshLists(client);
    invalidate(client, [...chatKeys.fans, id]);
  },
  automations: () => invalidate(client, chatKeys.automations),
  broadcasts: () => invalidate(client, chatKeys.broadcasts),
  messages: ({ data: { chatId, show } }) => {
    if (show) playSound(SHOW_DINGS[show]);
    stopTyping(chatId);
    refreshConversation(client, chatId);
    refreshLists(client);
    // It may have been paid for.
    invalidate(client, [...chatKeys.fans, chatId]);
  },
});
