// Goals of an open profile that came closer.
import type { FeatureRealtime } from '../../client/realtime/handlers.ts';
import { goalsKey } from './keys.ts';
import type { Goal } from './queries.ts';

export const realtime: FeatureRealtime = (client) => ({
  goals: ({ data: { profileId, goalId, balance, value } }) =>
    void client.setQueryData<Goal[]>(goalsKey(profileId), (goals) =>
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
});
