// Goals of an open profile that came closer.
import { type FeatureRealtime, invalidate } from '../../client/realtime/handlers.ts';
import { goalsKey } from './keys.ts';
import type { Goal } from './queries.ts';

export const realtime: FeatureRealtime = (client) => ({
  goals: ({ data: { profileId, goalId, balance, value } }) => {
    client.setQueryData<Goal[]>(goalsKey(profileId), (goals) =>
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
    );
    // An answer that is on its way may be older.
    if (client.isFetching({ queryKey: goalsKey(profileId) }) > 0)
      invalidate(client, goalsKey(profileId));
  },
});
