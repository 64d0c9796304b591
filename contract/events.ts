// The closed map of realtime events. A socket carries ids and small facts; clients refetch what
// they may see.
import type { Centavos } from './money.ts';

/**
 * Events of the socket at /realtime/connect and their payloads. Source: specification section 7.
 * Each arrives wrapped as `{ success: true, data }`; `notifications` adds a `message` in the
 * reader's language when there is one to show.
 */
export type RealtimeEvents = {
  /**
   * A wallet of mine changed. `wallet` updates the balance on screen; `earnings` asks for a
   * refetch.
   */
  wallets:
    | { walletType: 'wallet'; balance: Centavos; lockedBalance: Centavos }
    | { walletType: 'earnings' };
  /** A payment of mine changed its state: `id` is the charge's or the transfer's. */
  transactions: { id: string; status: string };
  /** Something of mine is new; `field` names the list to refetch. */
  notifications:
    | { field: 'notifications'; id: string }
    | {
        field: 'posts';
        postId: string;
        status: string;
        /** Of the encoding of one media, while it runs. */ encoding?: {
          mediaId: string;
          percent: number;
        };
      }
    | { field: 'chats' };
  /** What I may see of a producer changed: I subscribed, renewed, or my paid time changed. */
  subscriptions: { profileId: string };
  /** A goal that I look at came closer. */
  goals: { profileId: string; goalId: string; balance: Centavos; value: Centavos };
  /** Comments of a post that I look at became more or fewer. */
  comments: { postId: string; totalComments: number };
  chats: { id: string };
  messages: { chatId: string; id: string };
};

export type RealtimeEvent = keyof RealtimeEvents;
