// What other features and the composition root may use of goals.
import { defineFeature } from '../../feature.ts';
import { texts } from './declarations.ts';
import { exportGoalsOf } from './export-store.ts';
import { eraseGoalsOf, takeTipsFromGoals } from './goals.ts';
import { goalsHandlers } from './routes.ts';

export { fillGoal, openGoals } from './goals.ts';
export { tippableGoal } from './policy.ts';

/** Goals that tips add up to. */
export const goals = defineFeature({
  name: 'goals',
  texts,
  handlers: goalsHandlers,
  revokers: { tip: takeTipsFromGoals },
  personalData: [
    {
      text: 'data.goals',
      tables: ['goals'],
      ground: 'contract',
      removal: 'blanked',
      by: [eraseGoalsOf],
    },
  ],
  exporters: [exportGoalsOf],
});
