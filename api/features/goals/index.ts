// What other features and the composition root may use of goals.
export { exportGoalsOf } from './export-store.ts';
export { eraseGoalsOf, fillGoal, takeTipsFromGoals } from './goals.ts';
export { tippableGoal } from './policy.ts';
export { goalsHandlers } from './routes.ts';
