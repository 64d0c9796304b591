// Shows that changed: the number of their watchers is written where they are shown, and a change of
// state is looked up. What is said in a room is written into its chat.
import type { RealtimeEvents } from '@camarim/contract/events';
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { playSound } from '../../client/sounds/audible.ts';
import { m } from '../../paraglide/messages.js';
import { showToast } from '../../ui/overlays/toasts.ts';
import { liveKeys } from './keys.ts';
import { receiveAccepted, receiveCall } from './calls/incoming.ts';
import { openAgain } from './media/open-connections.ts';
import { addMessage, markDone, removeMessages } from './room/room-messages.ts';
import { forgetMessages, receiveMessage } from './room/newest-messages.ts';
import type { RoomMessages, Room } from './room/queries.ts';
import type { PresenceChange } from './room/PresenceNote.tsx';

/** What a watcher did not decide is said at once. */
const ENDED: Partial<Record<NonNullable<RealtimeEvents['live-money']['exit']>, () => string>> = {
  money: m.live_money_ended,
  limit: m.live_limit_ended,
  removed: m.receipt_exit_removed,
};

type WatcherCount = { id: string; watchers: number } | null;

export const realtime: FeatureRealtime = (client) => {
  const changeMessages = (id: string, change: (messages: RoomMessages) => RoomMessages) =>
    client.setQueryData<RoomMessages>(liveKeys.messages(id), (cached) => cached && change(cached));
  const inRoom = (id: string, part: Partial<Room>) =>
    client.setQueryData<Room>(liveKeys.room(id), (cached) => cached && { ...cached, ...part });
  const setWatchers = (id: string, watchers: number) =>
    client.setQueriesData<WatcherCount>({ queryKey: liveKeys.shows }, (live) =>
      live?.id === id ? { ...live, watchers } : live,
    );
  return {
    lives: ({ data }) => {
      const { id, state, watchers, joined = [], joinedCount = 0, left = 0 } = data;
      const { earned, connectionsLost } = data;
      if (connectionsLost) openAgain(id);
      if (watchers !== undefined) {
        setWatchers(id, watchers);
        invalidate(client, liveKeys.watchers(id));
      }
      if (joinedCount > 0 || left > 0)
        client.setQueryData<PresenceChange>(liveKeys.presence(id), { joined, joinedCount, left });
      if (state !== undefined) invalidate(client, liveKeys.active, liveKeys.shows);
      if (earned) invalidate(client, liveKeys.shows);
    },
    livesMedia: ({ data: { id, warning } }) => {
      if (warning !== undefined) {
        showToast(m.live_warning({ text: warning }), 'error');
        client.setQueryData<string>(liveKeys.warning(id), warning);
      }
      invalidate(client, liveKeys.shows);
    },
    'call-for-chat': ({ data }) => {
      if (data.action === 'decline') showToast(m.call_declined({ name: data.exibitionName }));
      else if (data.action === 'expire') showToast(m.call_expired({ name: data.exibitionName }));
      else receiveCall(data);
      if (data.accepted) showToast(m.call_not_entered({ name: data.exibitionName }));
      invalidate(client, liveKeys.calls, liveKeys.myCalls);
    },
    'accept-call-for-chat': ({ data }) => {
      receiveAccepted(data);
      invalidate(client, liveKeys.myCalls, liveKeys.shows);
    },
    'reverse-call': () => invalidate(client, liveKeys.shows),
    'live-money': ({ data }) => {
      const ended = data.state === 'ended' && data.exit && ENDED[data.exit];
      if (ended) showToast(ended(), 'error');
      if (data.state === 'paid') showToast(m.live_money_paid(), 'success');
      invalidate(client, liveKeys.shows, liveKeys.receipts);
    },
    liveMessages: ({ data: { id, message } }) => {
      changeMessages(id, (messages) => addMessage(messages, message));
      receiveMessage(id, message);
      if (!message.tip) return;
      playSound('cashier');
      invalidate(client, liveKeys.room(id), liveKeys.purchases(id), liveKeys.shows);
    },
    liveRoom: ({ data }) => {
      const { id } = data;
      if (data.change === 'deleted') {
        changeMessages(id, (messages) => removeMessages(messages, data.messageIds));
        forgetMessages(data.messageIds);
      } else if (data.change === 'pinned') inRoom(id, { pinned: data.message });
      else if (data.change === 'menu') inRoom(id, { menu: data.menu });
      else if (data.change === 'done')
        changeMessages(id, (messages) => markDone(messages, data.messageId, data.done));
      // Who may write follows from the settings and from what holds for this person.
      else invalidate(client, liveKeys.room(id));
    },
  };
};
