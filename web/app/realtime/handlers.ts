// What each realtime event does to the query cache: small facts are written into it, the rest is
// fetched again.
import type { RealtimeEvents } from '@camarim/contract/events';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { showToast } from '../../ui/overlays/toasts.ts';
import { fundsKeys } from '../../features/funds/keys.ts';
import { walletQuery } from '../../features/funds/queries.ts';
import { goalsQuery } from '../../features/goals/queries.ts';
import { postKeys } from '../../features/posts/post-cache.ts';
import { showProgress } from '../../features/posts/post-progress.ts';
import { profileKeys } from '../../features/profiles/queries.ts';
import { subscriptionsKey } from '../../features/subscriptions/queries.ts';
import { loadOptionalPart } from '../../client/load-part.ts';
import { playSound } from '../../client/sounds/audible.ts';

type RealtimeMessage<Event extends keyof RealtimeEvents> = {
  success: true;
  data: RealtimeEvents[Event];
  message?: string;
};

export type RealtimeHandlers = {
  [Event in keyof RealtimeEvents]: (message: RealtimeMessage<Event>) => void;
};

const invalidate = (client: QueryClient, ...keys: QueryKey[]): void => {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey });
};

export const realtimeHandlers = (client: QueryClient): RealtimeHandlers => ({
  wallets: ({ data }) => {
    invalidate(client, fundsKeys.statements);
    if (data.walletType === 'earnings') {
      invalidate(client, fundsKeys.earnings, fundsKeys.earningsReports, fundsKeys.cashOuts);
      return playSound('cashier');
    }
    const wallet = client.setQueryData(
      walletQuery().queryKey,
      (known) => known && { ...known, balance: data.balance, lockedBalance: data.lockedBalance },
    );
    invalidate(client, fundsKeys.spendLimits);
    // The top-up may have paid a debt, which the event does not carry.
    if (wallet?.debt) invalidate(client, fundsKeys.wallet);
  },
  transactions: ({ data }) =>
    invalidate(client, fundsKeys.charge(data.id), fundsKeys.charges, fundsKeys.cashOuts),
  notifications: ({ data, message }) => {
    if (message) showToast(message);
    if (data.field === 'posts') return showProgress(client, data);
    invalidate(client, [data.field]);
    if (data.field === 'chats') playSound('message');
  },
  subscriptions: () => invalidate(client, subscriptionsKey, profileKeys.all, postKeys.all),
  goals: ({ data: { profileId, goalId, balance, value } }) =>
    void client.setQueryData(goalsQuery(profileId).queryKey, (goals) =>
      goals?.map((goal) =>
        goal.id === goalId
          ? {
              ...goal,
              balance,
              value,
              reachedAt: goal.reachedAt ?? (balance >= value ? new Date().toISOString() : null),
            }
          : goal,
      ),
    ),
  // The code of comments is loaded with the comments that are open.
  comments: ({ data }) =>
    void loadOptionalPart(() => import('../../features/comments/arrivals.ts')).then((part) =>
      part?.showArrivals(client, data),
    ),
  chats: () => invalidate(client, ['chats']),
  messages: ({ data }) => invalidate(client, ['chats', data.chatId]),
});
